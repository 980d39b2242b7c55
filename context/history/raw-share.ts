/** Raw messages from earlier turns may take one part in this many of a call's room. */
const RAW_PARTS = 2;

/**
 * Returns the tokens of a call's room for raw messages from earlier turns. Summaries cover what no longer fits; the question,
 * the turn's steps, the summary and the passages need the rest.
 */
export function rawShare(room: number): number {
  return Math.floor(room / RAW_PARTS);
}
