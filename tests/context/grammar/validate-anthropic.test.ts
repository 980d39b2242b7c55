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

const signed = thought({ anthropic: { signature: 's' } });

const PAIRS: readonly Pair[] = [
  ...['call/1', 'call 1', 'c\u00e4ll', 'a\n', 'call|1', ' a'].map((id) => ({
    situation: `the id ${JSON.stringify(id)}`,
    broken: round(id),
    says: [[1, 'of letters, digits']] as const,
    valid: round('call_1-A'),
  })),
  { situation: 'an empty id', broken: round(''), says: [[1, 'which is not an id']], valid: round('_') },
  {
    situation: 'an id of two turns',
    broken: [...round('a'), ...round('a')],
    says: [[5, 'which another call has']],
    valid: [...round('a'), ...round('b')],
  },
  {
    situation: 'a system message in the middle',
    broken: [system(), user(), system(), assistant()],
    says: [[2, 'not at the beginning']],
    valid: [system(), system(), user(), assistant()],
  },
  {
    situation: 'two user messages in a row',
    broken: [user(), user()],
    says: [[1, 'second user message']],
    valid: [user([text('a'), text('b')])],
  },
  {
    situation: 'two user messages after tool results',
    broken: [user(), assistant([call('a')]), tool(result('a')), user(), user()],
    says: [[4, 'second user message']],
    valid: [user(), assistant([call('a')]), tool(result('a')), user()],
  },
  {
    situation: 'two assistant messages in a row',
    broken: [user(), assistant(), assistant()],
    says: [[2, 'second assistant message']],
    valid: [user(), assistant([text('a'), text('b')])],
  },
  {
    situation: 'a thought of another provider',
    broken: [user(), assistant([thought({ openai: { itemId: 'rs_1' } }), text('a')])],
    says: [[1, 'without a signature of Anthropic']],
    valid: [user(), assistant([thought({ anthropic: { redactedData: 'QUJD' } }), text('a')])],
  },
];

describe('validateAnthropic', () => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, 'anthropic'),
  );
  test('an id of 100 characters, and nothing but signed thoughts -> accepted', () => {
    const messages = [...round('a'.repeat(100)), user(), assistant([signed]), user()];
    expect(validateGrammar(asMessages(messages), 'anthropic')).toEqual([]);
  });
});
