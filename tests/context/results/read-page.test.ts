import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPage } from '../../../context/results/read-page.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { longText } from './texts.js';

const HOW = { maxTokens: 256, countText: countTextTokens };

describe('readPage', () => {
  test('a short text -> all of it, and the end mark', () => {
    expect(readPage('hello', HOW)).toEqual({ text: 'characters 0-5 of 5; end\nhello', isError: false });
  });

  test('an offset and a limit -> the requested characters, and where to continue', () => {
    expect(readPage('0123456789', { offset: 2, limit: 3, ...HOW }).text).toBe(
      'characters 2-5 of 10; next offset: 5\n234',
    );
  });

  test.each([
    ['as strings', '2', '3'],
    ['with fractions', 2.9, 3.2],
  ])('numbers %s -> accepted', (_name, offset, limit) => {
    expect(readPage('0123456789', { offset, limit, ...HOW }).text).toMatch(/^characters 2-5 of 10/);
  });

  test('H22: a request for a whole megabyte -> a page within the limit and the next offset', () => {
    const text = 'lorem ipsum '.repeat(100_000);
    const page = readPage(text, { offset: 0, limit: 1e9, maxTokens: 19_200, countText: countTextTokens });
    expect(page.isError).toBe(false);
    expect(countTextTokens(page.text)).toBeLessThanOrEqual(19_200);
    expect(countTextTokens(page.text)).toBeGreaterThan(17_000);
    expect(page.text).toMatch(/^characters 0-\d+ of 1200000; next offset: \d+\n/);
  });

  test.each([
    ['offset', -1],
    ['offset', Number.NaN],
    ['offset', 'x'],
    ['offset', {}],
    ['limit', 0],
    ['limit', -3],
    ['limit', 'all'],
  ])('%s %j -> an error with the invalid value', (name, value) => {
    const { text, isError } = readPage('hello', { [name]: value, ...HOW });
    expect(isError).toBe(true);
    expect(text).toContain(`${name} is '`);
    expect(text).toContain('whole number');
  });

  test.each([6, 1e12, Infinity])('offset %d, past the end -> an error with the length', (offset) => {
    expect(readPage('hello', { offset, ...HOW })).toEqual({
      text: `offset is '${offset}', past the end: there are 5 characters.`,
      isError: true,
    });
  });

  test('the end itself, also of an empty text -> an empty page', () => {
    expect(readPage('hello', { offset: 5, ...HOW }).text).toBe('characters 5-5 of 5; end\n');
    expect(readPage('', HOW).text).toBe('characters 0-0 of 0; end\n');
  });

  test('an offset or an end in the middle of a pair -> moved before it, but never without a step forward', () => {
    expect(readPage('a😀b', { offset: 2, ...HOW }).text).toBe('characters 1-4 of 4; end\n😀b');
    expect(readPage('a😀b', { limit: 2, ...HOW }).text).toBe('characters 0-1 of 4; next offset: 1\na');
    expect(readPage('a😀b', { offset: 1, limit: 1, ...HOW }).text).toBe(
      'characters 1-3 of 4; next offset: 3\n😀',
    );
  });

  test('no room for a header -> an error, not an empty page', () => {
    expect(readPage('hello', { maxTokens: 3, countText: countTextTokens }).isError).toBe(true);
  });

  test('any text read page after page -> each page within the limit, together the whole text', () => {
    fc.assert(
      fc.property(
        longText,
        fc.integer({ min: 64, max: 2_000 }),
        fc.option(fc.integer({ min: 1, max: 3_000 })),
        (text, maxTokens, limit) => {
          let joined = '';
          let offset: number | undefined = 0;
          for (let pages = 0; offset !== undefined && pages < 20_000 && joined.length < 20_000; pages += 1) {
            const page = readPage(text, { offset, limit, maxTokens, countText: countTextTokens });
            expect(page.isError).toBe(false);
            expect(page.text.isWellFormed()).toBe(true);
            expect(countTextTokens(page.text)).toBeLessThanOrEqual(maxTokens);
            const header = page.text.slice(0, page.text.indexOf('\n'));
            joined += page.text.slice(header.length + 1);
            const next: string | undefined = /next offset: (\d+)$/.exec(header)?.[1];
            if (next !== undefined) expect(Number(next)).toBeGreaterThan(offset);
            offset = next === undefined ? undefined : Number(next);
          }
          if (offset === undefined) expect(joined).toBe(text);
          else expect(text.startsWith(joined)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('any values -> a page or an error, never an exception', () => {
    fc.assert(
      fc.property(longText, fc.anything(), fc.anything(), (text, offset, limit) => {
        expect(countTextTokens(readPage(text, { offset, limit, ...HOW }).text)).toBeLessThanOrEqual(256);
      }),
    );
  });
});
