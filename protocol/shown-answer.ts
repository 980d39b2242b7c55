/** Shown instead of an empty answer. Never stored or sent to a model. */
export const EMPTY_ANSWER = 'The model returned no text.';

/** Stored as the answer of a flow without one. */
export const NO_ANSWER = 'The flow ended without an answer.';

export function shownAnswer(text: string): string {
  return text.trim() === '' ? EMPTY_ANSWER : text;
}
