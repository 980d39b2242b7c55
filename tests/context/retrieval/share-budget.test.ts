import fc from 'fast-check';
import { expect, describe, test } from 'vitest';
import { shareBudget } from '../../../context/retrieval/share-budget.js';

describe('shareBudget', () => {
  test('any budget -> divided completely, the window gets the smaller part', () => {
    fc.assert(
      fc.property(fc.nat(), (tokens) => {
        const { windowTokens, passageTokens } = shareBudget({ tokens });
        expect(windowTokens + passageTokens).toBe(tokens);
        expect(windowTokens).toBeLessThanOrEqual(passageTokens);
        expect(windowTokens).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
