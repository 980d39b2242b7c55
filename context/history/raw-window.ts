/** What a message's place in the window is decided by; places rise by one from message to message. */
export interface WindowMessage {
  seq: number;
  role: 'user' | 'assistant';
}

export interface RawWindowInput {
  /** The turn's own message and those before it, newest first. */
  newestFirst: readonly WindowMessage[];
  /** Messages that are sent raw at the least. */
  size: number;
  /** Messages up to here are stood for by a summary; null: nothing stands for what is older than the window. */
  coversThrough: number | null;
}

/**
 * The first message that is sent raw: all that no summary stands for, and at least the newest `size`. It moves on
 * to a user message, which every provider wants first, unless that would leave a message that nothing stands for:
 * then it moves back to one.
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
  // A thread that an assistant opened: no provider takes that message as the first.
  return (back ?? onward).seq;
}
