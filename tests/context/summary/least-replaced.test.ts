import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenLimit } from '../../../context/summary/hidden-limit.js';
import { leastReplaced, savesTokens } from '../../../context/summary/least-replaced.js';
import { summaryBudget } from '../../../context/summary/summary-budget.js';

const ROOM = { tokens: 16_000, characters: 18_000, window: 100_000 };

describe('leastReplaced', () => {
  test.each([
    [0, 1_008],
    [1, 648],
    [2, 408],
    [3, 228],
    [9, 228],
  ])(
    'a thread of depth %i, much room -> what a model may write for its summary, %i tokens',
    (depth, tokens) => {
      expect(least({ budget: summaryBudget(depth) })).toBe(tokens);
    },
  );

  test.each([
    ['a window of 2,000', { window: 2_000 }, 500],
    ['a history of 1,000 tokens', { tokens: 1_000 }, 250],
    ['a history of 2,000 characters', { characters: 2_000 }, 125],
    ['no model known', { window: undefined }, 1_008],
  ])('%s -> a quarter of it, so that none has to go unsummarized', (_what, room, tokens) => {
    expect(least({ room: { ...ROOM, ...room } })).toBe(tokens);
  });

  test('the flow says how many -> as it says, but for a quarter of the room', () => {
    expect(least({ minTokens: 0 })).toBe(0);
    expect(least({ minTokens: 300 })).toBe(300);
    expect(least({ minTokens: 1_000_000 })).toBe(1_125);
  });
});

describe('savesTokens', () => {
  test('any messages and rule -> never for fewer tokens than the bound, always for a quarter of the room', () => {
    fc.assert(
      fc.property(
        fc.record({ messages: fc.integer({ min: 1, max: 499 }), tokens: fc.nat(20_000) }),
        fc.integer({ min: 1, max: 4_000 }),
        fc.record({
          tokens: fc.integer({ min: 1, max: 20_000 }),
          characters: fc.integer({ min: 1, max: 50_000 }),
          window: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
        }),
        fc.option(fc.nat(9_000), { nil: undefined }),
        (replaced, budget, room, minTokens) => {
          const isSaved = savesTokens(replaced, { budget, room, minTokens });
          const quarter = Math.min(room.tokens, room.characters / 4, room.window ?? Infinity) / 4;
          const cost = minTokens ?? hiddenLimit(budget);
          expect(isSaved).toBe(replaced.tokens >= Math.floor(Math.min(cost, quarter)));
        },
      ),
    );
  });

  test('500 messages, however short -> they are more than a window takes', () => {
    const rule = { budget: 800, room: ROOM, minTokens: undefined };
    expect(savesTokens({ messages: 499, tokens: 0 }, rule)).toBe(false);
    expect(savesTokens({ messages: 500, tokens: 0 }, rule)).toBe(true);
  });
});

function least({
  budget = 800,
  room = ROOM,
  minTokens,
}: Partial<Parameters<typeof leastReplaced>[0]>): number {
  return leastReplaced({ budget, room, minTokens });
}
