import { describe, expect, test } from 'vitest';
import { isInside } from '../../../cli/recall/is-inside.js';

const long = { seq: 3, characters: 1_500 };

describe('isInside', () => {
  test('in the raw window, or quoted whole -> inside', () => {
    expect(isInside({ windowStart: 3, passages: [] }, long)).toBe(true);
    expect(isInside({ windowStart: 4, passages: [3] }, long)).toBe(true);
    expect(isInside({ windowStart: 4, passages: [2] }, long)).toBe(false);
  });

  test('all passages of a long message, in any order -> inside; with a gap -> not', () => {
    const inside = (passages: [number, number, number][]): boolean =>
      isInside({ windowStart: 9, passages }, long);
    expect(inside([[3, 700, 1_500], [3, 0, 800]])).toBe(true); // prettier-ignore
    expect(inside([[3, 0, 800]])).toBe(false);
    expect(inside([[3, 0, 800], [3, 900, 1_500]])).toBe(false); // prettier-ignore
    expect(inside([[2, 0, 1_500]])).toBe(false);
  });
});
