const RAW_PARTS = 2;

/** The other half is for summaries and the other parts of a call. */
export function rawShare(room: number): number {
  return Math.floor(room / RAW_PARTS);
}
