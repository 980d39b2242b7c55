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
 * newest `size`. A provider wants a user message first, so the start moves forward to one; where that would skip a
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
      : Math.max(oldest.seq, Math.min(sized.seq, coversThrough + 1, newest.seq));
  const onward = newestFirst.findLast(({ seq, role }) => seq >= base && role === 'user') ?? newest;
  if (coversThrough === null || onward.seq - 1 <= Math.max(coversThrough, base - 1)) return onward.seq;
  const back = newestFirst.find(({ seq, role }) => seq < base && role === 'user');
  // Without one further back, an assistant opened the thread: no provider takes its message as the first.
  return (back ?? onward).seq;
}
