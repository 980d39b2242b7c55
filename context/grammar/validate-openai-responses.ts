import { runChecks } from './run-checks.js';
import { checkMessageContents } from './check-message-contents.js';
import { checkOpening } from './check-opening.js';
import { checkReasoning } from './check-reasoning.js';
import { checkToolNames } from './check-tool-names.js';
import { checkToolPairs } from './check-tool-pairs.js';
import type { LooseMessage } from './loose-message.js';

const CHECKS = [
  checkOpening,
  checkMessageContents,
  checkToolPairs({
    form: { pattern: /^.{1,64}$/s, inWords: 'at most 64 characters long' },
    uniqueWithin: 'message',
  }),
  checkToolNames({ pattern: /^[a-zA-Z0-9_-]{1,64}$/, inWords: 'of 1 to 64 letters, digits, _ and -' }),
  checkReasoning({
    own: { provider: 'openai', facts: ['itemId'], inWords: 'an item id' },
    needsCompany: true,
  }),
];

/** Lists what OpenAI's Responses API would refuse in a list of messages. */
export function validateOpenAiResponses(messages: readonly LooseMessage[]): string[] {
  return runChecks(messages, CHECKS);
}
