import { describe, expect, test } from 'vitest';
import { GRAMMARS } from '../../../context/grammar/grammar.js';
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

const image = { type: 'image', image: 'QUJD' };
const marked = thought({ openai: { itemId: 'rs_1' }, anthropic: { signature: 's' } });

const PAIRS: readonly Pair[] = [
  { situation: 'nothing at all', broken: [], says: [[0, 'is missing']], valid: [user()] },
  {
    situation: 'only system messages',
    broken: [system(), system()],
    says: [[2, 'is missing']],
    valid: [system(), system(), user()],
  },
  {
    situation: 'an undefined message',
    broken: [undefined],
    says: [[0, 'is not a message']],
    valid: [user()],
  },
  {
    situation: 'an assistant first',
    broken: [system(), assistant(), user()],
    says: [[1, 'not a user message']],
    valid: [system(), user(), assistant(), user()],
  },
  {
    situation: 'a tool result first',
    broken: [tool(result('a')), user()],
    says: [
      [0, 'not a user message'],
      [0, "answers the tool call 'a', which the message before it does not have"],
    ],
    valid: [user(), assistant([call('a')]), tool(result('a')), user()],
  },
  {
    situation: 'an unknown role',
    broken: [user(), { role: 'human', content: 'x' }],
    says: [[1, "'human'"]],
    valid: [user()],
  },
  {
    situation: 'a role of all objects',
    broken: [user(), { role: 'constructor', content: [] }],
    says: [[1, "'constructor'"]],
    valid: [user()],
  },
  {
    situation: 'a thought without a mark',
    broken: [user(), assistant([thought(), text('a')])],
    says: [[1, "without its provider's mark"]],
    valid: [user(), assistant([marked, text('a')])],
  },
  {
    situation: 'a thought with an empty mark',
    broken: [user(), assistant([thought({ openai: {} }), text('a')])],
    says: [[1, "without its provider's mark"]],
    valid: [user(), assistant([marked, text('a')])],
  },
  {
    situation: 'a thought of a user',
    broken: [user([marked, text('a')])],
    says: [[0, "'reasoning'"]],
    valid: [user([text('a')])],
  },
];

describe.each(GRAMMARS)('validateGrammar for %s', (grammar) => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, grammar),
  );
  test('parallel calls, their results in several messages and any order -> accepted', () => {
    const calls = assistant([text('x'), call('a'), call('b'), call('c')]);
    const messages = [system(), user(), calls, tool(result('c')), tool(result('a'), result('b')), user()];
    expect(validateGrammar(asMessages(messages), grammar)).toEqual([]);
  });
  test('pictures and files of a user -> accepted', () => {
    const file = { type: 'file', data: new Uint8Array([1]), mediaType: 'application/pdf' };
    const remote = { type: 'image', image: new URL('https://example.com/a.png') };
    expect(validateGrammar(asMessages([user([image, remote, file])]), grammar)).toEqual([]);
  });
  test('several broken rules -> a sentence each', () => {
    const messages = asMessages([assistant(''), user([]), tool(result('a'))]);
    expect(validateGrammar(messages, grammar)).toHaveLength(4);
  });
  test('a deeply frozen list -> not touched', () => {
    const messages = Object.freeze(asMessages(round('a')).map((message) => Object.freeze(message)));
    expect(validateGrammar(messages, grammar)).toEqual([]);
  });
  test('10 or 10,000 messages with tools -> each is read equally often', () => {
    const readsPerMessage = [3, 2_500].map((rounds) => {
      let reads = 0;
      const messages = Array.from({ length: rounds }, (_, index) => round(`call_${index}`)).flat();
      const counted = messages.map(({ content, ...rest }) => ({
        ...rest,
        get content() {
          reads += 1;
          return content;
        },
      }));
      expect(validateGrammar(asMessages(counted), grammar)).toEqual([]);
      return reads / messages.length;
    });
    expect(readsPerMessage[1]).toBeLessThan(readsPerMessage[0]! * 1.5);
  });
});
