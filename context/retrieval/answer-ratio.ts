import type { PassageRow } from './passage-row.js';

/**
 * Divides the median tokens of the assistant's messages by those of the users': how many times as long an answer is.
 * Takes passages of messages of which every first passage is there; 1 where one of the two said nothing.
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

/** Two people write about as much each; a user and an assistant that explains do not. */
const ANSWERS_AT_LENGTH = 2;

/** Whether a chat is one with an assistant that answers at length, where what users said is the evidence. */
export function answersAtLength({ answerRatio: ratio }: { answerRatio: number }): boolean {
  return ratio >= ANSWERS_AT_LENGTH;
}
