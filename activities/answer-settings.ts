import { countMessageTokens } from '../models/counting/count-tokens.js';

/** The message that replaces an answer without text. */
export const EMPTY_ANSWER = 'The model gave no text.';
/** The message of an agent that used up its steps without an answer. */
export const STEP_LIMIT_ANSWER = 'I stopped before I had an answer: the step limit of this run was reached.';

/** How a final answer is counted, and the text that replaces an empty one. */
export function answerSettings() {
  return {
    emptyAnswer: EMPTY_ANSWER,
    countTokens: (content: string) => countMessageTokens({ role: 'assistant', content }),
  };
}
