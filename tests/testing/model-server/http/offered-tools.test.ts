import { describe, expect, test } from 'vitest';
import { offeredTools } from '../../../../packages/testing/model-server/index.js';

describe('offeredTools', () => {
  test.each([
    [
      'openai',
      {
        tools: [
          { type: 'function', function: { name: 'a' } },
          { type: 'function', function: { name: 'b' } },
        ],
      },
      ['a', 'b'],
    ],
    [
      'anthropic',
      {
        tools: [
          { name: 'a', input_schema: {} },
          { type: 'custom', name: 'b' },
        ],
      },
      ['a', 'b'],
    ],
    ['no tools', {}, []],
    ['null', { tools: null }, []],
  ])('%s -> the names', (_, body, names) => {
    expect(offeredTools({ body })).toEqual(names);
  });
});
