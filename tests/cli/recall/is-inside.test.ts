import { describe, expect, test } from 'vitest';
import { isInside } from '../../../cli/recall/is-inside.js';

const long = { seq: 3, start: 0, end: 1_500 };

describe('isInside', () => {
  test('in the raw window, or quoted whole -> inside', () => {
    expect(isInside({ windowStart: 3, passages: [] }, long)).toBe(true);
    expect(isInside({ windowStart: 4, passages: [3] }, long)).toBe(true);
    expect(isInside({ windowStart: 4, passages: [2] }, long)).toBe(false);
  });

  test('all passages of a long message, in any order -> inside; with a gap -> not', () => {
    const inside = (passages: [number, number, number][], part = long): boolean =>
      isInside({ windowStart: 9, passages }, part);
    expect(inside([[3, 700, 1_500], [3, 0, 800]])).toBe(true); // prettier-ignore
    expect(inside([[3, 0, 800]])).toBe(false);
    expect(inside([[3, 0, 800], [3, 900, 1_500]])).toBe(false); // prettier-ignore
    expect(inside([[2, 0, 1_500]])).toBe(false);
  });

  test('a sentence -> inside with the passage around it, not with one beside it', () => {
    const sentence = { seq: 3, start: 750, end: 900 };
    const inside = (passages: [number, number, number][]): boolean =>
      isInside({ windowStart: 9, passages }, sentence);
    expect(inside([[3, 700, 1_500]])).toBe(true);
    expect(inside([[3, 0, 800]])).toBe(false);
    expect(inside([[3, 0, 800], [3, 800, 1_000]])).toBe(true); // prettier-ignore
    expect(inside([[3, 0, 700], [3, 800, 1_000]])).toBe(false); // prettier-ignore
  });
});
