import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMetaFilter } from '../../../context/summary/hide-meta.js';
import { parseMeta } from '../../../context/summary/parse-meta.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { filterMeta } from './filter-meta.js';

interface Output {
  name: string;
  text: string;
  visible: string;
  meta: { summary?: string; title?: string };
}

const OUTPUTS = JSON.parse(
  readFileSync(new URL('../../fixtures/inline-outputs.json', import.meta.url), 'utf8'),
) as Output[];
const JSON_TEXT = '{"summary":"x","title":"y"}';

describe('createMetaFilter', () => {
  test.each([
    ['D43: delimiter inside one chunk', ['body<<<META>>>{"summary":"x"}<<<END>>>'], 'body'],
    ['D44: delimiter split in half', ['body\n<<<ME', 'TA>>>\n{"summary":"x"}'], 'body'],
    ['D46: body ends with a prefix of the delimiter', ['body\n<<<MET'], 'body\n<<<MET'],
    ['D47: prefix of the delimiter, then text', ['a <<<', 'ME', 'xico b'], 'a <<<MExico b'],
    ['D49: text after the close tag', ['a\n<<<META>>>{"summary":"x"}<<<END>>>', ' and more'], 'a'],
    ['D50: bare JSON without a tag', [`a\n${JSON_TEXT}\nb`], `a\n${JSON_TEXT}\nb`],
    ['D52: one bracket short', [`a\n<<<META>>\n${JSON_TEXT}`], 'a'],
    ['D52: META{', [`a\nMETA${JSON_TEXT}`], 'a'],
    ['D52: META{ and no more', ['a\nMETA{'], 'a'],
    [
      'tag talked about',
      ['It says `<<<META>>>` and <<<META>>> too.'],
      'It says `<<<META>>>` and <<<META>>> too.',
    ],
    ['heading of an example', [`SEO meta:\n${JSON_TEXT}`], `SEO meta:\n${JSON_TEXT}`],
    ['CUDA launch', ['kernel<<<META>>>(x);'], 'kernel<<<META>>>(x);'],
    ['code block before the sentinel', [`\`\`\`js\nx\n\`\`\`\n<<<META>>>\n${JSON_TEXT}`], '```js\nx\n```'],
    ['code fence around the sentinel', [`a\n\`\`\`json\n<<<META>>>\n${JSON_TEXT}\n\`\`\``], 'a'],
    ['nothing but the sentinel', [`<<<META>>>\n${JSON_TEXT}`], ''],
    ['trailing white space without a sentinel', ['a \n', '\n'], 'a \n\n'],
  ])('%s -> %j becomes %j', (_name, chunks, visible) => {
    expect(filterMeta(chunks).visible).toBe(visible);
  });

  test('text that can no longer become a sentinel -> shown at once', () => {
    const filter = createMetaFilter();
    expect(filter.push('a<<<ME').visible).toBe('a');
    expect(filter.push('x').visible).toBe('<<<MEx');
  });

  test('ended -> ready for a new text', () => {
    const filter = createMetaFilter();
    filter.push('a<<<META>>>{');
    filter.end();
    expect(filter.push('b').visible).toBe('b');
  });

  test('200 recorded forms -> the answer alone is visible and the body is read', () => {
    expect(OUTPUTS).toHaveLength(200);
    for (const { name, text, visible, meta } of OUTPUTS) {
      const split = filterMeta([text]);
      expect({ name, text, visible: split.visible, meta: parseMeta(split.meta) }).toEqual({
        name,
        text,
        visible,
        meta,
      });
    }
  });

  test('200 recorded forms, one by one and in every split in two -> the same (D44, D53)', () => {
    for (const { text } of OUTPUTS) {
      const whole = filterMeta([text]);
      expect(filterMeta(text.split(''))).toEqual(whole);
      for (let at = 1; at < text.length; at += 1) {
        expect(filterMeta([text.slice(0, at), text.slice(at)])).toEqual(whole);
      }
    }
  });

  test('200 recorded forms in any chunks -> the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OUTPUTS),
        fc.array(fc.nat(400), { maxLength: 20 }),
        ({ text, visible }, cuts) => {
          expect(filterMeta(split(text, cuts)).visible).toBe(visible);
        },
      ),
      { numRuns: propertyRuns(100, 500) },
    );
  });

  test('any text of near-sentinels in any chunks -> the same, visible is a beginning of the text', () => {
    const piece = fc.constantFrom(
      '<',
      '<<<',
      '>',
      '>>>',
      'META',
      'meta',
      'DATA',
      '{',
      '"summary"',
      'json',
      '`',
      '```',
      '```js',
      '\n',
      '\r\n',
      ' ',
      '\\',
      '*',
      '😀',
      'a',
      ':',
      '[',
      '＜',
      'k3y',
      'END',
      '}',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 24 }),
        fc.array(fc.nat(80), { maxLength: 12 }),
        fc.constantFrom(undefined, 'k3y'),
        (pieces, cuts, key) => {
          const text = pieces.join('');
          const whole = filterMeta([text], key);
          expect(filterMeta(split(text, cuts), key)).toEqual(whole);
          expect(filterMeta(text.split(''), key)).toEqual(whole);
          expect(text.startsWith(whole.visible)).toBe(true);
          if (!/meta/i.test(text)) expect(whole).toEqual({ visible: text, meta: '', isStray: false });
        },
      ),
      { numRuns: propertyRuns(400, 2_000) },
    );
  });

  test.each(['<', '`', ' ', 'M', '<<<META>>> x', '```js \n'])(
    'a long run of %j, one by one -> all of it is shown',
    (unit) => {
      const text = `${unit.repeat(20_000)}.`;
      expect(filterMeta(text.split('')).visible).toBe(text);
    },
  );
});

function split(text: string, cuts: number[]): string[] {
  const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
}
