import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSummaryDue, leastReplaced } from '../../../context/summary/least-replaced.js';
import { summaryBudget } from '../../../context/summary/summary-budget.js';

const ROOM = { tokens: 16_000, characters: 18_000, window: 100_000 };
const RULE = { size: 10, hasSummary: false, budget: 800, room: ROOM, minTokens: undefined };

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

  test('the flow sets the number -> that number, but no more than a quarter of the room', () => {
    expect(least({ minTokens: 0 })).toBe(0);
    expect(least({ minTokens: 300 })).toBe(300);
    expect(least({ minTokens: 1_000_000 })).toBe(1_125);
  });
});

describe('isSummaryDue', () => {
  test('as many messages as a window holds -> due for as many tokens as a summary may cost', () => {
    expect(isSummaryDue({ messages: 10, tokens: 1_008 }, RULE)).toBe(true);
    expect(isSummaryDue({ messages: 10, tokens: 1_007 }, RULE)).toBe(false);
    expect(isSummaryDue({ messages: 9, tokens: 1_008 }, RULE)).toBe(false);
  });

  test.each([
    ['a model with room for 3,000 tokens', { window: 3_000 }, 750],
    ['a model with room for 1,000 tokens', { window: 1_000 }, 250],
  ])('few messages, %s -> due at half of the tokens that are sent raw', (_what, room, tokens) => {
    const rule = { ...RULE, room: { ...ROOM, ...room } };
    expect(isSummaryDue({ messages: 3, tokens }, rule)).toBe(true);
    expect(isSummaryDue({ messages: 3, tokens: tokens - 1 }, rule)).toBe(false);
  });

  test.each([
    ['a history of 1,000 tokens', { tokens: 1_000 }, 500],
    ['a history of 4,000 characters', { characters: 4_000 }, 500],
  ])(
    "half as many messages as the window holds, %s -> due at half of the flow's limit",
    (_what, room, tokens) => {
      const rule = { ...RULE, room: { ...ROOM, ...room } };
      expect(isSummaryDue({ messages: 5, tokens }, rule)).toBe(true);
      expect(isSummaryDue({ messages: 5, tokens: tokens - 1 }, rule)).toBe(false);
      expect(isSummaryDue({ messages: 4, tokens: 1_000_000 }, rule)).toBe(false);
    },
  );

  test('a single question and its answer, however long -> no first summary: many threads end there', () => {
    const rule = { ...RULE, room: { ...ROOM, window: 3_000 } };
    expect(isSummaryDue({ messages: 2, tokens: 1_000_000 }, rule)).toBe(false);
    expect(isSummaryDue({ messages: 2, tokens: 1_000_000 }, { ...rule, hasSummary: true })).toBe(true);
  });

  test('more than can be sent, together with the newest answer -> due before the next call, not with this one', () => {
    const rule = { ...RULE, hasSummary: true, room: { ...ROOM, window: 3_000 } };
    expect(isSummaryDue({ messages: 2, tokens: 700, answer: 801 }, rule)).toBe(true);
    expect(isSummaryDue({ messages: 2, tokens: 700, answer: 800 }, rule)).toBe(false);
    expect(isSummaryDue({ messages: 2, tokens: 700 }, rule)).toBe(false);
  });

  test('any messages and rule -> due before they need more than their share, so that all of them can be sent', () => {
    fc.assert(
      fc.property(
        fc.record({ messages: fc.integer({ min: 5, max: 499 }), tokens: fc.nat(20_000) }),
        fc.integer({ min: 1, max: 4_000 }),
        fc.record({
          tokens: fc.integer({ min: 1, max: 20_000 }),
          characters: fc.integer({ min: 1, max: 50_000 }),
          window: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
        }),
        fc.option(fc.nat(9_000), { nil: undefined }),
        (replaced, budget, room, minTokens) => {
          const isDue = isSummaryDue(replaced, { ...RULE, budget, room, minTokens });
          const { window = Infinity } = room;
          const share = Math.min(room.tokens, room.characters / 4, Math.floor(window / 2));
          const least = leastReplaced({ budget, room, minTokens });
          const isFull = replaced.tokens >= share / 2;
          expect(isDue).toBe(isFull || (replaced.messages >= 10 && replaced.tokens >= least));
        },
      ),
    );
  });

  test('500 messages, however short -> more than a window holds', () => {
    expect(isSummaryDue({ messages: 499, tokens: 0 }, RULE)).toBe(false);
    expect(isSummaryDue({ messages: 500, tokens: 0 }, RULE)).toBe(true);
  });
});

function least({
  budget = 800,
  room = ROOM,
  minTokens,
}: Partial<Parameters<typeof leastReplaced>[0]>): number {
  return leastReplaced({ budget, room, minTokens });
}
