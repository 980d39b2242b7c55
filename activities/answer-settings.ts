import { countMessageTokens } from '../models/counting/count-tokens.js';

export const STEP_LIMIT_ANSWER = 'I stopped before I had an answer: the step limit of this run was reached.';

export function answerSettings() {
  return {
    countTokens: (content: string) => countMessageTokens({ role: 'assistant', content }),
  };
}
