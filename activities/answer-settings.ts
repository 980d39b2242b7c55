import { countMessageTokens } from '../models/counting/count-tokens.js';

/** The message of an agent that used up its steps without an answer. */
export const STEP_LIMIT_ANSWER = 'I stopped before I had an answer: the step limit of this run was reached.';

/** How a final answer is counted. */
export function answerSettings() {
  return {
    countTokens: (content: string) => countMessageTokens({ role: 'assistant', content }),
  };
}
