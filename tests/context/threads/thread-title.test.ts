import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanTitle, titleBeginning } from '../../../context/threads/thread-title.js';

const hostile = fc
  .array(fc.constantFrom('a', ' ', '\n', '\u0000', '\ud83d', '\ude00', '😀', '中', '\u2028', 'word '), {
    maxLength: 400,
  })
  .map((units) => units.join(''));

describe('titleBeginning', () => {
  test.each([
    ['short', 'short'],
    ['', ''],
    ['  two\n lines\t', 'two lines'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    ['😀'.repeat(61), `${'😀'.repeat(59)}…`],
  ])('%j -> %j', (text, title) => expect(titleBeginning(text)).toBe(title));

  test('any text -> at most 60 whole characters on one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const title = titleBeginning(text);
        expect([...title].length).toBeLessThanOrEqual(60);
        expect(title.isWellFormed()).toBe(true);
        expect(title).not.toMatch(/\p{Cc}|\u2028/u);
      }),
    );
  });
});

describe('cleanTitle', () => {
  test('any text -> at most 200 whole characters on one line; cleaning again changes nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const title = cleanTitle(text);
        expect([...title].length).toBeLessThanOrEqual(200);
        expect(title.isWellFormed()).toBe(true);
        expect(title).not.toMatch(/\p{Cc}|\u2028/u);
        expect(cleanTitle(title)).toBe(title);
      }),
    );
  });
});
