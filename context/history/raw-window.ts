/** A message as the window sees it; `seq` rises by one from message to message. */
export interface WindowMessage {
  seq: number;
  role: 'user' | 'assistant';
}

export interface RawWindowInput {
  /** The turn's own message and those before it, newest first. */
  newestFirst: readonly WindowMessage[];
  /** At least so many messages are sent raw. */
  size: number;
  /** A summary covers the messages up to here; null: no summary covers those that are older than the window. */
  coversThrough: number | null;
}

/**
 * Finds the first message that is sent raw. Every message that no summary covers is sent raw, and so are at least the
 * newest `size`. The start stays where it was when the summary was made, until there is another one: providers keep what
 * requests begin with, and a window that moves on with each turn begins with another message each time. A provider wants a user message first, so the start moves forward to one; where that would skip a
 * message that no summary covers, it moves back to one instead.
 */
export function rawWindowStart({ newestFirst, size, coversThrough }: RawWindowInput): number {
  const newest = newestFirst[0];
  if (newest === undefined) throw new Error('A window without the message of its turn');
  const sized = newestFirst[Math.min(size, newestFirst.length) - 1] ?? newest;
  const oldest = newestFirst.at(-1) ?? newest;
  const base =
    coversThrough === null
      ? sized.seq
      : Math.max(oldest.seq, Math.min(sized.seq, startAtFold({ coversThrough, size, oldest }), newest.seq));
  const onward = newestFirst.findLast(({ seq, role }) => seq >= base && role === 'user') ?? newest;
  if (coversThrough === null || onward.seq - 1 <= Math.max(coversThrough, base - 1)) return onward.seq;
  const back = newestFirst.find(({ seq, role }) => seq < base && role === 'user');
  // Without one further back, an assistant opened the thread: no provider takes its message as the first.
  return (back ?? onward).seq;
}

/** Where the newest messages began in the turn after the one that was summarized, of whose question and answer one is covered. */
function startAtFold({
  coversThrough,
  size,
  oldest,
}: Pick<RawWindowInput, 'size'> & { coversThrough: number; oldest: WindowMessage }): number {
  const start = coversThrough + Math.min(1, 3 - size);
  // A summary of less than a window leaves the newest to be counted from the end.
  return start < oldest.seq ? coversThrough + 1 : start;
}
