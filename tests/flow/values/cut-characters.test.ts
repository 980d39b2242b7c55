import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutCharacters } from '../../../flow/values/cut-characters.js';

describe('cutCharacters', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀b', 3, 'a…'],
    ['a😀bc', 4, 'a😀…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
    ['', 0, ''],
  ])('%s to %i -> %s', (text, limit, cut) => {
    expect(cutCharacters(text, limit)).toBe(cut);
  });

  test('any text -> at most the limit, a beginning of it, whole characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n') }),
        fc.integer({ min: 0, max: 20 }),
        (text, limit) => {
          const cut = cutCharacters(text, limit);
          expect(cut.length).toBeLessThanOrEqual(limit);
          expect(cut.isWellFormed()).toBe(true);
          expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true);
        },
      ),
    );
  });
});
