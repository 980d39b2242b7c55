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
  thought,
  tool,
  user,
  type Pair,
} from './fixtures.js';

const marked = thought({ someone: { reasoning: 'x' } });

const PAIRS: readonly Pair[] = [
  {
    situation: 'an id of 41 characters',
    broken: round('a'.repeat(41)),
    says: [[1, 'at most 40 characters']],
    valid: round('a'.repeat(40)),
  },
  { situation: 'an empty id', broken: round(''), says: [[1, 'which is not an id']], valid: round('-') },
  {
    situation: 'an id that is not a text',
    broken: round(7),
    says: [[1, 'which is not an id']],
    valid: round('7'),
  },
  {
    situation: 'nothing but thoughts',
    broken: [user(), assistant([marked])],
    says: [[1, 'nothing but thoughts']],
    valid: [user(), assistant([marked, text('a')])],
  },
];

const ACCEPTED: readonly (readonly [situation: string, messages: readonly unknown[]])[] = [
  ['two user messages in a row', [user(), user()]],
  ['two assistant messages in a row', [user(), assistant(), assistant([call('a')]), tool(result('a'))]],
  ['a system message in the middle', [user(), system(), user()]],
  ['an id with odd characters', round('call/1 é')],
  ['an id of two turns', [...round('a'), ...round('a')]],
];

describe('validateOpenAiChat', () => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, 'openai-chat'),
  );
  test.each(ACCEPTED)('%s -> accepted', (_situation, messages) =>
    expect(validateGrammar(asMessages(messages), 'openai-chat')).toEqual([]),
  );
  test('a system message between a call and its result -> reported', () =>
    expect(
      validateGrammar(
        asMessages([user(), assistant([call('a')]), system(), tool(result('a'))]),
        'openai-chat',
      ),
    ).toHaveLength(2));
});
