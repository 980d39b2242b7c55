/** One part in this many of a call's room is for messages from before the turn, as they are. */
const RAW_PARTS = 2;

/**
 * Tokens that messages from before the turn may have of a call's room while summaries cover what no longer fits: the
 * question, the work on it, the summary and what is found need the rest.
 */
export function rawShare(room: number): number {
  return Math.floor(room / RAW_PARTS);
}
