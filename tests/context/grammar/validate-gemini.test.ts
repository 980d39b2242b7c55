import { describe, expect, test } from 'vitest';
import { validateGrammar } from '../../../context/grammar/validate-grammar.js';
import { expectPair } from './expect-pair.js';
import {
  asMessages,
  assistant,
  call,
  result,
  round,
  system,
  text,
  tool,
  user,
  type Pair,
} from './fixtures.js';

const PAIRS: readonly Pair[] = [
  {
    situation: 'a call after an answer',
    broken: [user(), assistant(), assistant([call('a')]), tool(result('a'))],
    says: [
      [2, 'second assistant message'],
      [2, 'calls tools and is not right after'],
    ],
    valid: [user(), assistant([text('x'), call('a')]), tool(result('a'))],
  },
  {
    situation: 'a call before everything',
    broken: [assistant([call('a')]), tool(result('a'))],
    says: [
      [0, 'not a user message'],
      [0, 'calls tools and is not right after'],
    ],
    valid: [user(), assistant([call('a')]), tool(result('a'))],
  },
  {
    situation: 'a system message in the middle',
    broken: [user(), assistant(), system(), user()],
    says: [[2, 'not at the beginning']],
    valid: [system(), user(), assistant(), user()],
  },
  {
    situation: 'two user messages in a row',
    broken: [user(), user()],
    says: [[1, 'second user message']],
    valid: [user(), assistant(), user()],
  },
  {
    situation: 'an empty id',
    broken: round(''),
    says: [[1, 'which is not an id']],
    valid: round('\u{1f600}'),
  },
];

const ACCEPTED: readonly (readonly [situation: string, messages: readonly unknown[]])[] = [
  ['calls after calls', [user(), ...round('a').slice(1, 3), ...round('b').slice(1)]],
  ['an id of 200 odd characters', round('/'.repeat(200))],
  ['an id of two turns', [...round('a'), ...round('a')]],
  ['a user message after results', [user(), assistant([call('a')]), tool(result('a')), user(), assistant()]],
];

describe('validateGemini', () => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, 'gemini'),
  );
  test.each(ACCEPTED)('%s -> accepted', (_situation, messages) =>
    expect(validateGrammar(asMessages(messages), 'gemini')).toEqual([]),
  );
});
