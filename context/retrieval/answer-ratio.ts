import type { PassageRow } from './passage-row.js';

/**
 * Divides the median length of answers by that of questions. `rows` must contain each message's first
 * passage.
 */
export function answerRatio(rows: readonly Pick<PassageRow, 'ordinal' | 'role' | 'messageTokens'>[]): number {
  const median = (role: PassageRow['role']): number | undefined => {
    const lengths = rows
      .filter((row) => row.role === role && row.ordinal === 0)
      .map(({ messageTokens }) => messageTokens)
      .sort((one, other) => one - other);
    return lengths[Math.floor(lengths.length / 2)];
  };
  const [asked, answered] = [median('user'), median('assistant')];
  return asked === undefined || answered === undefined ? 1 : answered / Math.max(1, asked);
}

/** People who chat with each other write about equally much; an assistant that explains writes more. */
const ANSWERS_AT_LENGTH = 2;

export function answersAtLength({ answerRatio: ratio }: { answerRatio: number }): boolean {
  return ratio >= ANSWERS_AT_LENGTH;
}
