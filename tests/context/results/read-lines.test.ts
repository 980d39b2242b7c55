import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLines } from '../../../context/results/read-lines.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { longText } from './texts.js';

const HOW = { maxTokens: 256, countText: countTextTokens };
const LINES = 'one\ntwo\n\nfour\n';

describe('readLines', () => {
  test.each([
    [{}, 'lines 1-4 of 4; end\none\ntwo\n\nfour'],
    [{ from: 2 }, 'lines 2-4 of 4; end\ntwo\n\nfour'],
    [{ from: 2, to: 3 }, 'lines 2-3 of 4; next line: 4\ntwo\n'],
    [{ from: '3', to: '3' }, 'lines 3-3 of 4; next line: 4\n'],
    [{ from: 4, to: 99 }, 'lines 4-4 of 4; end\nfour'],
  ])('%j -> the requested lines', (range, expected) => {
    expect(readLines(LINES, { ...range, ...HOW })).toEqual({ text: expected, isError: false });
  });

  test.each([
    ['', 'lines 1-1 of 1; end\n'],
    ['\n', 'lines 1-1 of 1; end\n'],
    ['a\r\nb', 'lines 1-2 of 2; end\na\r\nb'],
  ])('text %j -> %j', (text, expected) => {
    expect(readLines(text, HOW).text).toBe(expected);
  });

  test('more lines than fit -> as many whole lines as fit, and the next line number', () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `line number ${index + 1}`).join('\n');
    const page = readLines(text, { from: 10, ...HOW });
    const [, last, next] = /^lines 10-(\d+) of 1000; next line: (\d+)\n/.exec(page.text) ?? [];
    expect(Number(next)).toBe(Number(last) + 1);
    expect(page.text.endsWith(`line number ${last}`)).toBe(true);
    expect(countTextTokens(page.text)).toBeLessThanOrEqual(256);
    expect(countTextTokens(page.text)).toBeGreaterThan(200);
  });

  test('a line longer than a page -> cut, with the offset at which read_artifact continues', () => {
    const text = `short\n${'word '.repeat(5_000)}\nlast`;
    const page = readLines(text, { from: 2, ...HOW });
    const [, start, end] =
      /^line 2 of 3, cut: characters (\d+)-(\d+) of 25011; read_artifact continues at offset: \2\n/.exec(
        page.text,
      ) ?? [];
    expect(Number(start)).toBe(6);
    expect(page.text.endsWith(text.slice(6, Number(end)))).toBe(true);
    expect(countTextTokens(page.text)).toBeLessThanOrEqual(256);
  });

  test.each([
    [{ from: 0 }, "from is '0'; it must be a whole number of at least 1."],
    [{ from: -1 }, "from is '-1'"],
    [{ from: Number.NaN }, "from is 'NaN'"],
    [{ to: 'x' }, "to is 'x'"],
    [{ from: 3, to: 2 }, "to is '2', before from, which is '3'."],
    [{ from: 5 }, "from is '5', past the end: there are 4 lines."],
    [{ from: 1e300 }, 'past the end'],
  ])('%j -> an error with the invalid value', (range, expected) => {
    const { text, isError } = readLines(LINES, { ...range, ...HOW });
    expect(isError).toBe(true);
    expect(text).toContain(expected);
  });

  test('any text line after line -> within the limit, the lines of the text in order', () => {
    fc.assert(
      fc.property(longText, fc.integer({ min: 256, max: 2_000 }), (text, maxTokens) => {
        const lines = text.split('\n');
        if (lines.length > 1 && lines.at(-1) === '') lines.pop();
        let from: number | undefined = 1;
        for (let pages = 0; from !== undefined && pages < 100; pages += 1) {
          const page = readLines(text, { from, maxTokens, countText: countTextTokens });
          expect(page.isError).toBe(false);
          expect(page.text.isWellFormed()).toBe(true);
          expect(countTextTokens(page.text)).toBeLessThanOrEqual(maxTokens);
          const header = page.text.slice(0, page.text.indexOf('\n'));
          const body = page.text.slice(header.length + 1);
          const last: string | undefined = /^lines \d+-(\d+)/.exec(header)?.[1];
          const shown = lines.slice(from - 1, last === undefined ? from : Number(last)).join('\n');
          expect(last === undefined ? shown.startsWith(body) : shown === body).toBe(true);
          const next: number = last === undefined ? from + 1 : Number(last) + 1;
          from = next > lines.length ? undefined : next;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('any values -> lines or an error, never an exception', () => {
    fc.assert(
      fc.property(longText, fc.anything(), fc.anything(), (text, from, to) => {
        expect(countTextTokens(readLines(text, { from, to, ...HOW }).text)).toBeLessThanOrEqual(256);
      }),
    );
  });
});
