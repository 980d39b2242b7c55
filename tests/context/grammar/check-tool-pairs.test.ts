import { describe, test } from 'vitest';
import { GRAMMARS } from '../../../context/grammar/grammar.js';
import { expectPair } from './expect-pair.js';
import { assistant, call, result, round, text, tool, user, type Pair } from './fixtures.js';

const calling = (part: unknown) => [user(), assistant([part]), tool(result('a')), assistant()];

const PAIRS: readonly Pair[] = [
  {
    situation: 'a call that nothing answers',
    broken: [user(), assistant([call('a')]), user()],
    says: [[1, "'a', which the tool messages directly after it do not answer"]],
    valid: calling(call('a')),
  },
  {
    situation: 'a call at the end',
    broken: [user(), assistant([text('x'), call('a')])],
    says: [[1, 'do not answer']],
    valid: [user(), assistant([text('x'), call('a')]), tool(result('a'))],
  },
  {
    situation: 'one of two calls answered',
    broken: [user(), assistant([call('a'), call('b')]), tool(result('b'))],
    says: [[1, "'a', which"]],
    valid: [user(), assistant([call('a'), call('b')]), tool(result('b'), result('a'))],
  },
  {
    situation: 'a result after something else',
    broken: [user(), assistant([call('a'), call('b')]), tool(result('a')), user(), tool(result('b'))],
    says: [
      [1, "'b', which"],
      [4, "answers the tool call 'b'"],
    ],
    valid: [user(), assistant([call('a'), call('b')]), tool(result('a')), tool(result('b')), user()],
  },
  {
    situation: 'a result without its call',
    broken: [...round('a'), tool(result('a'))],
    says: [[4, 'the message before it does not have']],
    valid: round('a'),
  },
  {
    situation: 'a result of another call',
    broken: [user(), assistant([call('a')]), tool(result('a'), result('b'))],
    says: [[2, "'b', which"]],
    valid: [user(), assistant([call('a'), call('b')]), tool(result('a'), result('b'))],
  },
  {
    situation: 'a result twice in a message',
    broken: [user(), assistant([call('a')]), tool(result('a'), result('a'))],
    says: [[2, 'a second time']],
    valid: [user(), assistant([call('a')]), tool(result('a'))],
  },
  {
    situation: 'a result twice in two messages',
    broken: [user(), assistant([call('a')]), tool(result('a')), tool(result('a'))],
    says: [[3, 'a second time']],
    valid: [user(), assistant([call('a')]), tool(result('a'))],
  },
  {
    situation: 'two calls of a message with one id',
    broken: [user(), assistant([call('a'), call('a')]), tool(result('a'))],
    says: [[1, 'which another call has']],
    valid: [user(), assistant([call('a'), call('b')]), tool(result('a'), result('b'))],
  },
  {
    situation: 'an id that differs by white space',
    broken: [user(), assistant([call('a')]), tool(result('a '))],
    says: [
      [1, "'a', which"],
      [2, "'a ', which"],
    ],
    valid: calling(call('a')),
  },
  {
    situation: 'an empty input',
    broken: calling(call('a', { input: undefined })),
    says: [[1, 'not an object']],
    valid: calling(call('a', { input: {} })),
  },
  {
    situation: 'a text as input',
    broken: calling(call('a', { input: '{}' })),
    says: [[1, 'not an object']],
    valid: calling(call('a', { input: { a: ['b', null, 1] } })),
  },
  {
    situation: 'a list as input',
    broken: calling(call('a', { input: [] })),
    says: [[1, 'not an object']],
    valid: calling(call('a', { input: { list: [] } })),
  },
  {
    situation: 'a lone surrogate within an input',
    broken: calling(call('a', { input: { a: ['\ud83d'] } })),
    says: [[1, 'lone surrogate']],
    valid: calling(call('a', { input: { a: ['\ud83d\ude00'] } })),
  },
  {
    situation: "a lone surrogate in an input's name",
    broken: calling(call('a', { input: { '\ud83d': 1 } })),
    says: [[1, 'lone surrogate']],
    valid: calling(call('a', { input: { a: 1 } })),
  },
];

describe.each(GRAMMARS)('checkToolPairs for %s', (grammar) => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, grammar),
  );
});
