import type { ModelMessage } from '@ai-sdk/provider-utils';
import { isRecord } from '../../protocol/is-record.js';
import { checkMessageContents } from './check-message-contents.js';
import { checkReasoning } from './check-reasoning.js';
import { checkToolPairs } from './check-tool-pairs.js';
import { checkAlternation, checkCallingTurns, checkSystemFirst } from './check-turns.js';
import type { Grammar } from './grammar.js';
import { runChecks, type GrammarCheck, quoteValue } from './run-checks.js';
import { listParts } from './loose-message.js';

const OPENAI_NAMES = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, inWords: 'of 1 to 64 letters, digits, _ and -' };

const CHECKS: Readonly<Record<Grammar, readonly GrammarCheck[]>> = {
  'openai-chat': [
    checkToolPairs({
      form: { pattern: /^.{1,40}$/s, inWords: 'at most 40 characters long' },
      uniqueWithin: 'message',
    }),
    checkToolNames(OPENAI_NAMES),
    checkReasoning({ needsCompany: true }),
  ],
  'openai-responses': [
    checkToolPairs({
      form: { pattern: /^.{1,64}$/s, inWords: 'at most 64 characters long' },
      uniqueWithin: 'message',
    }),
    checkToolNames(OPENAI_NAMES),
    checkReasoning({
      own: { provider: 'openai', facts: ['itemId'], inWords: 'an item id' },
      needsCompany: true,
    }),
  ],
  anthropic: [
    checkSystemFirst,
    checkAlternation,
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
  ],
  gemini: [
    checkSystemFirst,
    checkAlternation,
    checkCallingTurns,
    checkToolPairs({ uniqueWithin: 'message' }),
    checkToolNames({
      pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
      inWords: 'of 1 to 64 letters, digits, _, ., : and -, a letter or _ first',
      areResultsNamed: true,
    }),
    checkReasoning(),
  ],
};

const checkOpening: GrammarCheck = (messages, report) => {
  const first = messages.findIndex(({ role }) => role !== 'system');
  if (first === -1) report(messages.length, 'is missing: there is nothing besides system messages');
  else if (messages[first]?.role !== 'user')
    report(first, 'is the first after the system messages and not a user message');
};

interface ToolNameRules {
  pattern: RegExp;
  inWords: string;
  areResultsNamed?: boolean;
}

/** Shares no code with the planner that it checks. */
export function validateGrammar(messages: readonly ModelMessage[], grammar: Grammar): string[] {
  const strange = messages.flatMap((message: unknown, index) =>
    isRecord(message) ? [] : [`Message ${index} is not a message`],
  );
  if (strange.length > 0) return strange;
  return runChecks(messages, [checkOpening, checkMessageContents, ...CHECKS[grammar]]);
}

function checkToolNames({ pattern, inWords, areResultsNamed = false }: ToolNameRules): GrammarCheck {
  return (messages, report) => {
    for (const [index, message] of messages.entries())
      for (const { type, toolName } of listParts(message)) {
        if (type !== 'tool-call' && !(areResultsNamed && type === 'tool-result')) continue;
        if (typeof toolName !== 'string' || !pattern.test(toolName))
          report(index, `names the tool ${quoteValue(toolName)}, which is not ${inWords}`);
      }
  };
}
