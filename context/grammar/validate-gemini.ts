import { runChecks } from './run-checks.js';
import { checkMessageContents } from './check-message-contents.js';
import { checkOpening } from './check-opening.js';
import { checkReasoning } from './check-reasoning.js';
import { checkToolNames } from './check-tool-names.js';
import { checkToolPairs } from './check-tool-pairs.js';
import { checkAlternation, checkCallingTurns, checkSystemFirst } from './check-turns.js';
import type { LooseMessage } from './loose-message.js';

const CHECKS = [
  checkOpening,
  checkSystemFirst,
  checkAlternation,
  checkCallingTurns,
  checkMessageContents,
  checkToolPairs({ uniqueWithin: 'message' }),
  checkToolNames({
    pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    inWords: 'of 1 to 64 letters, digits, _, ., : and -, a letter or _ first',
    areResultsNamed: true,
  }),
  checkReasoning(),
];

/** Lists what Google's Gemini API would refuse in a list of messages. */
export function validateGemini(messages: readonly LooseMessage[]): string[] {
  return runChecks(messages, CHECKS);
}
