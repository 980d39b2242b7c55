import { describe, test } from 'vitest';
import { GRAMMARS } from '../../../context/grammar/grammar.js';
import { expectPair } from './expect-pair.js';
import { assistant, call, result, text, tool, user, type Pair } from './fixtures.js';

const answered = (output: unknown) => [
  user(),
  assistant([call('a')]),
  tool(result('a', output)),
  assistant(),
];

const PAIRS: readonly Pair[] = [
  {
    situation: 'a result without an output',
    broken: answered(null),
    says: [[2, 'without an output']],
    valid: answered({ type: 'text', value: '' }),
  },
  {
    situation: 'an output of no known type',
    broken: answered({ type: 'image', value: 'x' }),
    says: [[2, "'image'"]],
    valid: answered({ type: 'execution-denied' }),
  },
  {
    situation: 'an error that is not a text',
    broken: answered({ type: 'error-text', value: {} }),
    says: [[2, 'not a string']],
    valid: answered({ type: 'error-json', value: {} }),
  },
  {
    situation: 'JSON without a value',
    broken: answered({ type: 'json' }),
    says: [[2, 'without a value']],
    valid: answered({ type: 'json', value: null }),
  },
  {
    situation: 'a lone surrogate in an output',
    broken: answered({ type: 'json', value: { a: '\udc00' } }),
    says: [[2, 'lone surrogate']],
    valid: answered({ type: 'json', value: { a: '' } }),
  },
  {
    situation: 'an output with an empty list',
    broken: answered({ type: 'content', value: [] }),
    says: [[2, 'empty list']],
    valid: answered({ type: 'content', value: [text('a')] }),
  },
  {
    situation: 'an output with a blank part',
    broken: answered({ type: 'content', value: [text('a'), text(' ')] }),
    says: [[2, 'empty or only white']],
    valid: answered({
      type: 'content',
      value: [text('a'), { type: 'media', data: 'QUJD', mediaType: 'image/png' }],
    }),
  },
  {
    situation: 'an output with a part of an unknown type',
    broken: answered({ type: 'content', value: [text('a'), { type: 'image' }] }),
    says: [[2, 'unknown type']],
    valid: answered({ type: 'content', value: [text('a')] }),
  },
];

describe.each(GRAMMARS)('describeOutput for %s', (grammar) => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, grammar),
  );
});
