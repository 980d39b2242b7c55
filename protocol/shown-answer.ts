/** The sentence that people read in place of an answer without text. It is never stored, and never sent to a model. */
export const EMPTY_ANSWER = 'The model returned no text.';

/** The answer of a turn in which no node answered. Unlike an empty answer, it is stored. */
export const NO_ANSWER = 'The flow ended without an answer.';

/** The words of an answer for its readers: an empty answer is stored as empty, and shown as a sentence. */
export function shownAnswer(text: string): string {
  return text.trim() === '' ? EMPTY_ANSWER : text;
}
