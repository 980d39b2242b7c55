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

const item = thought({ openai: { itemId: 'rs_1' } });

const PAIRS: readonly Pair[] = [
  {
    situation: 'an id of 65 characters',
    broken: round('a'.repeat(65)),
    says: [[1, 'at most 64 characters']],
    valid: round('a'.repeat(64)),
  },
  { situation: 'a blank id', broken: round(' '), says: [[1, 'which is not an id']], valid: round('-') },
  {
    situation: 'a thought without an item id',
    broken: [user(), assistant([thought({ anthropic: { signature: 's' } }), text('a')])],
    says: [[1, 'without an item id']],
    valid: [user(), assistant([item, text('a')])],
  },
  {
    situation: 'a thought with an empty item id',
    broken: [user(), assistant([thought({ openai: { itemId: '' } }), text('a')])],
    says: [[1, 'without an item id']],
    valid: [user(), assistant([item, text('a')])],
  },
  {
    situation: 'nothing but thoughts',
    broken: [user(), assistant([item])],
    says: [[1, 'nothing but thoughts']],
    valid: [user(), assistant([item, call('a')]), tool(result('a'))],
  },
];

const ACCEPTED: readonly (readonly [situation: string, messages: readonly unknown[]])[] = [
  ['two user messages in a row', [user(), user()]],
  ['two assistant messages in a row', [user(), assistant(), assistant()]],
  ['a system message in the middle', [user(), system(), user()]],
  ['an id with odd characters', round('call|1')],
  ['an id of two turns', [...round('a'), ...round('a')]],
];

describe('validateOpenAiResponses', () => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, 'openai-responses'),
  );
  test.each(ACCEPTED)('%s -> accepted', (_situation, messages) =>
    expect(validateGrammar(asMessages(messages), 'openai-responses')).toEqual([]),
  );
});
