const RAW_PARTS = 2;

/** The rest is for summaries and other parts of a call. */
export function rawShare(room: number): number {
  return Math.floor(room / RAW_PARTS);
}
