const RAW_PARTS = 2;

export function rawShare(room: number): number {
  return Math.floor(room / RAW_PARTS);
}
