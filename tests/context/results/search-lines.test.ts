import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchLines } from '../../../context/results/search-lines.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { processorMs } from '../../setup/processor-ms.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { longText } from './texts.js';

const HOW = { maxTokens: 1_000, countText: countTextTokens };
const LOG = 'info start\nerror: disk full\ninfo go on\nERROR: again\n';

describe('searchLines', () => {
  test('a pattern -> matching lines with number and offset', () => {
    expect(searchLines(LOG, { pattern: '(?i)error', ...HOW })).toEqual({
      text:
        '2 matches in characters 0-52 of 52; end\n' +
        'line 2, offset 11: error: disk full\n' +
        'line 4, offset 39: ERROR: again',
      isError: false,
    });
  });

  test('no match -> a message, not an error', () => {
    expect(searchLines(LOG, { pattern: 'nowhere', ...HOW })).toEqual({
      text: '0 matches in characters 0-52 of 52; end',
      isError: false,
    });
  });

  test.each([
    ['^info', 2],
    ['again$', 1],
    ['^$', 0],
    ['\\d', 0],
    ['start\ninfo', 0],
  ])('pattern %j -> each line by itself: %d', (pattern, matches) => {
    expect(searchLines(LOG, { pattern, ...HOW }).text).toMatch(new RegExp(`^${matches} match(es)? in`));
  });

  test('a match far in a long line -> a window around it, and an offset to read on from', () => {
    const text = `{"rows":[${'"filler",'.repeat(3_000)}"needle",${'"filler",'.repeat(3_000)}0]}`;
    const found = searchLines(text, { pattern: 'needle', ...HOW }).text;
    const [, offset, window = ''] = /^line 1, offset (\d+): …(.*)…$/m.exec(found) ?? [];
    expect(text.slice(Number(offset)).startsWith('needle')).toBe(true);
    expect(window).toContain('needle');
    expect(window.length).toBeLessThanOrEqual(240);
  });

  test('many matches in one long line -> every place, also across the ends of pieces', () => {
    const text = Array.from({ length: 300 }, (_, index) => `<${index}>`.padEnd(997, '.')).join('');
    const found = searchLines(text, {
      pattern: '<\\d+>',
      maxTokens: 25_000,
      countText: countTextTokens,
    }).text;
    expect(found).toMatch(/^300 matches in characters 0-299100 of 299100; 200 shown; next offset: 199400\n/);
    const rest = searchLines(text, {
      pattern: '<\\d+>',
      offset: 199_400,
      maxTokens: 25_000,
      countText: countTextTokens,
    });
    expect(rest.text).toMatch(
      /^100 matches in characters 199400-299100 of 299100; end\nline 1, offset 199400: /,
    );
  });

  test('more matches than fit -> their number, and the offset of the first that is not shown', () => {
    const text = 'the same line 500 times over.\n'.repeat(500);
    const first = searchLines(text, { pattern: 'same', ...HOW }).text;
    const [, shown, next] =
      /^500 matches in characters 0-15000 of 15000; (\d+) shown; next offset: (\d+)\n/.exec(first) ?? [];
    expect(Number(next)).toBe(Number(shown) * 30 + 4);
    const second = searchLines(text, { pattern: 'same', offset: next, ...HOW }).text;
    expect(second).toContain(`\nline ${Number(shown) + 1}, offset ${next}: the same line`);
    expect(second).toMatch(new RegExp(`^${500 - Number(shown)} matches`));
  });

  test('more matches than are counted -> "or more", and where to continue', () => {
    const found = searchLines('x\n'.repeat(20_000), { pattern: 'x', ...HOW }).text;
    expect(found).toMatch(
      /^10000 or more matches in characters 0-20000 of 40000; (\d+) shown; next offset: \d+\n/,
    );
  });

  test.each([
    ['', 'pattern is missing'],
    [undefined, 'pattern is missing'],
    [7, 'pattern is missing'],
    ['(', "pattern '(' is not a regular expression of RE2's syntax"],
    ['(?=x)', "pattern '(?=x)' is not a regular expression"],
    ['a{1001}', "pattern 'a{1001}' is not a regular expression"],
    ['(.{1,100}){1,9}.{900}(.?){900}', 'repeats too much'],
  ])('pattern %j -> an error with the invalid value', (pattern, expected) => {
    const { text, isError } = searchLines(LOG, { pattern, ...HOW });
    expect(isError).toBe(true);
    expect(text).toContain(expected);
  });

  test('a pattern of 1,001 characters -> an error with the limit', () => {
    const { text, isError } = searchLines(LOG, { pattern: 'x'.repeat(1_001), ...HOW });
    expect(isError).toBe(true);
    expect(text).toContain('pattern has 1001 characters; it may have 1000.');
  });

  test.each([-1, Number.NaN, 'x', 53])('offset %j -> an error with the invalid value', (offset) => {
    const { text, isError } = searchLines(LOG, { pattern: 'x', offset, ...HOW });
    expect(isError).toBe(true);
    expect(text).toContain(`offset is '${offset}'`);
  });

  test.each([
    ['nested repetition', '(x+x+)+y', 'x'.repeat(5_000_000)],
    ['nothing after much', '(a*)*b', 'a'.repeat(5_000_000)],
    ['alternatives of the same', '(a|a)*$', 'a'.repeat(5_000_000)],
    ['long repetitions', '(.?){400}[0-9]', 'ab'.repeat(2_500_000)],
    ['states that explode', '(a|b)*a(a|b){500}[0-9]', random(5_000_000)],
    ['short lines', '(.?){400}[0-9]', 'abcdefghij\n'.repeat(450_000)],
    ['empty lines', '[0-9]', '\n'.repeat(5_000_000)],
  ])('a hostile pattern, %s, on 5 MB -> an answer within a few seconds', (_name, pattern, text) => {
    const started = processorMs();
    const shouldStop = () => processorMs() > started + 300;
    const { isError, text: answer } = searchLines(text, { pattern, shouldStop, ...HOW });
    expect(isError).toBe(false);
    expect(answer).toMatch(/^\d+( or more)? matches? in characters 0-\d+/);
    expect(processorMs() - started).toBeLessThan(4_000);
  });

  test('aborted -> the matches so far and where to continue, until the end', () => {
    const text = `${'.'.repeat(20_000)}\nneedle\n${'.'.repeat(20_000)}`;
    const found: string[] = [];
    let offset: string | undefined = '0';
    for (let pages = 0; offset !== undefined && pages < 50; pages += 1) {
      const page: string = searchLines(text, {
        pattern: 'needle',
        offset,
        shouldStop: () => true,
        ...HOW,
      }).text;
      found.push(...(page.match(/^line 2, .*$/gm) ?? []));
      offset = /next offset: (\d+)/.exec(page)?.[1];
    }
    expect(offset).toBeUndefined();
    expect(found).toEqual(['line 2, offset 20001: needle']);
  });

  test('a simple pattern on 5 MB of log -> all of it is searched', () => {
    const text = `${'2025-01-01T00:00:00Z info request served in 12 ms, all is well\n'.repeat(80_000)}fatal: end\n`;
    expect(searchLines(text, { pattern: '^fatal', ...HOW }).text).toMatch(
      /^1 match in characters 0-(\d+) of \1; end\nline 80001, offset \d+: fatal: end$/,
    );
  });

  test('a small room and a match among wide characters -> a shorter part, within the room', () => {
    const text = `${'𠀀'.repeat(500)}x${'𠀀'.repeat(500)}`;
    const found = searchLines(text, { pattern: 'x', maxTokens: 256, countText: countTextTokens });
    expect(countTextTokens(found.text)).toBeLessThanOrEqual(256);
    expect(found.text).toContain('x');
    expect(found.text.isWellFormed()).toBe(true);
  });

  test('any text and pattern -> within the room, well-formed, never an exception', () => {
    const pattern = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('.', '\\w+', '', '^', '$', '😀', '\\p{Han}+', '[^a]', 'x*', '\\s+$', '.*'),
    );
    fc.assert(
      fc.property(
        longText,
        pattern,
        fc.nat(4_000),
        fc.integer({ min: 256, max: 2_000 }),
        (text, wanted, offset, maxTokens) => {
          const found = searchLines(text, { pattern: wanted, offset, maxTokens, countText: countTextTokens });
          expect(countTextTokens(found.text)).toBeLessThanOrEqual(maxTokens);
          expect(found.text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: propertyRuns(40, 150) },
    );
  });

  test('any literal, page after page -> every line that has it, once, as a plain search finds them', () => {
    const line = fc
      .array(fc.constantFrom('ab', 'needle', ' ', '😀', 'x'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 120 }), (lines) => {
        const text = lines.join('\n');
        const expected = lines.flatMap((content, index) => (content.includes('needle') ? [index + 1] : []));
        const found: number[] = [];
        let offset: string | undefined = '0';
        for (let pages = 0; offset !== undefined && pages < 200; pages += 1) {
          const page = searchLines(text, {
            pattern: 'needle',
            offset,
            maxTokens: 256,
            countText: countTextTokens,
          });
          found.push(...[...page.text.matchAll(/^line (\d+), offset/gm)].map(([, number]) => Number(number)));
          offset = /^.*next offset: (\d+)/.exec(page.text)?.[1];
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: propertyRuns(20, 60) },
    );
  });
});

function random(length: number): string {
  let state = 1;
  const units = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    units[index] = 97 + ((state >>> 16) & 1);
  }
  return units.toString('latin1');
}
