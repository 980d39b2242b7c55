import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenLimit, watchHidden } from '../../../context/summary/hidden-limit.js';

const NOTHING_HELD = { heldCharacters: 0, readHeld: () => '' };
const countText = (text: string): number => Math.ceil(text.length / 4);

describe('hiddenLimit', () => {
  test.each([
    [0, 48],
    [100, 168],
    [2_000, 2_448],
  ])('a budget of %s tokens -> %s, its frame included', (budget, limit) => {
    expect(hiddenLimit(budget)).toBe(limit);
  });
});

describe('watchHidden', () => {
  test('any text, in any pieces -> over soon after its limit, never before, and counted seldom', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 300 }), (budget, piece) => {
        const limit = hiddenLimit(budget);
        let counted = 0;
        const isOver = watchHidden({ budget, countText: (text) => ((counted += 1), countText(text)) });
        let meta = '';
        while (!isOver({ meta, ...NOTHING_HELD })) {
          expect(countText(meta)).toBeLessThanOrEqual(limit + 48 + Math.ceil(piece / 4));
          meta += 'x'.repeat(piece);
        }
        expect(countText(meta)).toBeGreaterThan(limit);
        expect(counted).toBeLessThan(60);
      }),
    );
  });

  test('an unrequested block without an end -> over after as many tokens', () => {
    const isOver = watchHidden({ budget: 100, countText });
    const hold = (length: number) => ({
      meta: '',
      heldCharacters: length,
      readHeld: () => 'x'.repeat(length),
    });
    expect(isOver(hold(168 * 4))).toBe(false);
    expect(isOver(hold(168 * 4 + 48))).toBe(true);
  });

  test('white space that hardly counts, without an end -> over', () => {
    const isOver = watchHidden({ budget: 100, countText: () => 1 });
    expect(isOver({ ...NOTHING_HELD, meta: '', heldCharacters: 168 * 8 })).toBe(false);
    expect(isOver({ ...NOTHING_HELD, meta: '', heldCharacters: 168 * 8 + 1 })).toBe(true);
  });
});
