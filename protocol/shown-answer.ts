/** Never stored or sent to a model. */
export const EMPTY_ANSWER = 'The model returned no text.';

/** Stored, unlike an empty answer. */
export const NO_ANSWER = 'The flow ended without an answer.';

export function shownAnswer(text: string): string {
  return text.trim() === '' ? EMPTY_ANSWER : text;
}
