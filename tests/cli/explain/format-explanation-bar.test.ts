import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatWindowBar, shareCells } from '../../../cli/explain/format-explanation-bar.js';
import { createStyle } from '../../../cli/format/style.js';
import { SEGMENT_NAMES } from '../../../context/sent/explained.js';
import { PLAIN_VIEW } from './explained-call.js';

describe('shareCells', () => {
  test.each([
    [[1, 1, 1], 10, [4, 3, 3]],
    [[0, 5], 7, [0, 7]],
    [[1, 999], 100, [0, 100]],
    [[6, 994], 100, [1, 99]],
    [[10, -4], 5, [5, 0]],
    [[0, 0], 5, [0, 0]],
    [[], 5, []],
  ])('%j over %d cells -> %j', (weights, cells, shares) =>
    expect(shareCells(weights, cells)).toEqual(shares),
  );
  test('any weights -> all cells are given out, each share within one of its proportion', () => {
    const weights = fc.array(fc.nat(200_000), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 60, max: 100 }), (all, cells) => {
        const total = all.reduce((sum, weight) => sum + weight, 0);
        const shares = shareCells(all, cells);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total === 0 ? 0 : cells);
        for (const [at, weight] of all.entries())
          if (total > 0) expect(Math.abs(shares[at]! - (weight * cells) / total)).toBeLessThan(1);
      }),
    );
  });
});

describe('formatWindowBar', () => {
  const segments = SEGMENT_NAMES.map((name) => ({ name, tokens: 10 }));

  test('no color -> a letter for each part, the legend within the width', () => {
    const [bar, ...legend] = formatWindowBar(segments, { ...PLAIN_VIEW, width: 110 }).split('\n');
    expect(bar).toBe([...'STAUFHMONR·'].map((letter) => letter.repeat(10)).join(''));
    expect(legend).toEqual([
      'S system 10   T tools 10   A standing 10   U summary 10   F found 10   H history 10   M current message 10',
      'O own steps 10   N notes 10   R reserve 10   · free 10',
    ]);
  });
  test('color -> no two parts look the same', () => {
    const view = { style: createStyle(true), isColored: true, width: 9 };
    const looks = SEGMENT_NAMES.map((name) => formatWindowBar([{ name, tokens: 1 }], view).split('\n')[0]);
    expect(new Set(looks).size).toBe(SEGMENT_NAMES.length);
  });
  test('a part without tokens -> neither in the bar nor in the legend', () =>
    expect(
      formatWindowBar(
        [
          { name: 'tools', tokens: 0 },
          { name: 'free', tokens: 5 },
        ],
        PLAIN_VIEW,
      ),
    ).toBe(`${'·'.repeat(60)}\n· free 5`));
  test('a plan larger than its window -> the missing tokens are in the legend, not in the bar', () =>
    expect(
      formatWindowBar(
        [
          { name: 'system', tokens: 50 },
          { name: 'free', tokens: -10 },
        ],
        PLAIN_VIEW,
      ),
    ).toBe(`${'S'.repeat(60)}\nS system 50   · free -10`));
  test('no arithmetic -> an empty text', () => expect(formatWindowBar([], PLAIN_VIEW)).toBe(''));
});
