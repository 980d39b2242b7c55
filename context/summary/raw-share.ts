const RAW_PARTS = 2;

/** Half: summaries cover the rest, and the other parts of a call need room. */
export function rawShare(room: number): number {
  return Math.floor(room / RAW_PARTS);
}
