import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showBothEnds } from '../../../flow/values/show-both-ends.js';

describe('showBothEnds', () => {
  test('as long as allowed -> unchanged', () => expect(showBothEnds('abcd', 4)).toBe('abcd'));
  test('longer -> beginning, number of omitted characters, end', () =>
    expect(showBothEnds(`/safe/${'a'.repeat(2_000)}/../etc/passwd`, 24)).toBe(
      '/safe/aaaaaa… [1,996 characters omitted] …./etc/passwd',
    ));
  test('cut inside of a character -> the character is omitted', () =>
    expect(showBothEnds(`a👍${'b'.repeat(9)}👍a`, 4)).toBe('a… [13 characters omitted] …a'));
  test('any text -> well-formed, and the number matches the omitted characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 2, max: 20 }),
        (text, limit) => {
          const shown = showBothEnds(text, limit);
          const [, start = '', omitted = '', end = ''] =
            /^(.*)… \[(\d+) characters omitted\] …(.*)$/su.exec(shown) ?? [];
          expect(shown.isWellFormed()).toBe(true);
          if (shown !== text) expect(start.length + Number(omitted) + end.length).toBe(text.length);
        },
      ),
    );
  });
});
