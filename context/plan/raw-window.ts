export interface WindowMessage {
  seq: number;
  role: 'user' | 'assistant';
}

export interface RawWindowInput {
  newestFirst: readonly WindowMessage[];
  size: number;
  coversThrough: number | null;
}

/** The start stays the same until the next summary, because providers cache prefixes. */
export function rawWindowStart({ newestFirst, size, coversThrough }: RawWindowInput): number {
  const newest = newestFirst[0];
  if (!newest) throw new Error('The window lacks the message of its turn');
  const sized = newestFirst[Math.min(size, newestFirst.length) - 1] ?? newest;
  const oldest = newestFirst.at(-1) ?? newest;
  const base =
    coversThrough === null
      ? sized.seq
      : Math.max(oldest.seq, Math.min(sized.seq, startAtFold({ coversThrough, size, oldest }), newest.seq));
  const onward = newestFirst.findLast(({ seq, role }) => seq >= base && role === 'user') ?? newest;
  if (coversThrough === null || onward.seq - 1 <= Math.max(coversThrough, base - 1)) return onward.seq;
  const back = newestFirst.find(({ seq, role }) => seq < base && role === 'user');
  // The window must start with a user message: all providers reject a leading assistant message.
  return (back ?? onward).seq;
}

function startAtFold({
  coversThrough,
  size,
  oldest,
}: Pick<RawWindowInput, 'size'> & { coversThrough: number; oldest: WindowMessage }): number {
  const start = coversThrough + Math.min(1, 3 - size);
  // If the summary covers fewer messages than a window holds, the window starts after it.
  return start < oldest.seq ? coversThrough + 1 : start;
}
