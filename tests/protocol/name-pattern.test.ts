import { describe, expect, test } from 'vitest';
import { fitsPattern } from '../../protocol/name-pattern.js';

describe('fitsPattern', () => {
  test.each([
    ['a__b', 'a__b', true],
    ['a__b', 'a__bc', false],
    ['a__*', 'a__', true],
    ['a__*', 'a__b', true],
    ['a__*', 'b__a__b', false],
    ['a__*_x', 'a__x', false],
    ['a__*_x', 'a__b_x', true],
    ['a*a', 'a', false],
    ['a__*b*c', 'a__bbcc', true],
    ['*', 'anything', true],
  ])("'%s' and '%s' -> %s", (pattern, name, fits) => {
    expect(fitsPattern(pattern, name)).toBe(fits);
  });
});
