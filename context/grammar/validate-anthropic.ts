import { runChecks } from './run-checks.js';
import { checkMessageContents } from './check-message-contents.js';
import { checkOpening } from './check-opening.js';
import { checkReasoning } from './check-reasoning.js';
import { checkToolNames } from './check-tool-names.js';
import { checkToolPairs } from './check-tool-pairs.js';
import { checkAlternation, checkSystemFirst } from './check-turns.js';
import type { LooseMessage } from './loose-message.js';

const CHECKS = [
  checkOpening,
  checkSystemFirst,
  checkAlternation,
  checkMessageContents,
  checkToolPairs({
    form: { pattern: /^[a-zA-Z0-9_-]+$/, inWords: 'of letters, digits, _ and - only' },
    uniqueWithin: 'request',
  }),
  checkToolNames({ pattern: /^[a-zA-Z0-9_-]{1,128}$/, inWords: 'of 1 to 128 letters, digits, _ and -' }),
  checkReasoning({
    own: {
      provider: 'anthropic',
      facts: ['signature', 'redactedData'],
      inWords: 'a signature of Anthropic',
    },
  }),
];

/** Lists what Anthropic's Messages API would refuse in a list of messages. */
export function validateAnthropic(messages: readonly LooseMessage[]): string[] {
  return runChecks(messages, CHECKS);
}
