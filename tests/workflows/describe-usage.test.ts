import { describe, expect, test } from 'vitest';
import { addUsage, describeUsage } from '../../workflows/describe-usage.js';

const PRICED = { inputTokens: 10, outputTokens: 2, cost: 0.5 };
const UNPRICED = { inputTokens: 10, outputTokens: 2, cost: null, unpricedCalls: 1 };
const FREE = { inputTokens: 10, outputTokens: 2, cost: 0 };

describe('addUsage', () => {
  test.each([
    ['both priced', [PRICED, PRICED], 1, undefined, '20 tokens in, 4 out, 1.000000 USD'],
    ['one is not', [PRICED, UNPRICED], 0.5, 1, '20 tokens in, 4 out, at least 0.500000 USD'],
    ['none is', [UNPRICED, UNPRICED], null, 2, '20 tokens in, 4 out, cost unknown'],
    ['one is free, one unknown', [FREE, UNPRICED], null, 1, '20 tokens in, 4 out, cost unknown'],
    ['both free', [FREE, FREE], 0, undefined, '20 tokens in, 4 out'],
  ] as const)('%s -> a sum that states what is missing', (_case, [a, b], cost, unpricedCalls, words) => {
    const sum = addUsage(a, b);
    expect(sum).toEqual({ inputTokens: 20, outputTokens: 4, cost, unpricedCalls });
    expect(describeUsage(sum)).toBe(words);
  });
});
