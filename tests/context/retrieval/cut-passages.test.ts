import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutPassages, PASSAGE_CHARACTERS, PASSAGE_OVERLAP } from '../../../context/retrieval/cut-passages.js';

describe('cutPassages', () => {
  test.each([
    ['an empty text', '', 0],
    ['800 characters', 'a'.repeat(800), 1],
    ['801 characters', 'a'.repeat(801), 2],
    ['1,500 characters', 'a'.repeat(1_500), 2],
    ['1,501 characters', 'a'.repeat(1_501), 3],
  ])('%s -> %#: as many passages as 800 with 100 overlap need', (_name, text, passages) => {
    expect(cutPassages(text)).toHaveLength(passages);
  });

  test.each([
    ['a paragraph', `${'word. '.repeat(110)}\n \n${'word. '.repeat(100)}`, 663],
    ['a line', `${'word. '.repeat(110)}\n${'word. '.repeat(100)}`, 661],
    ['a sentence', `${'word '.repeat(130)}end. ${'word '.repeat(100)}`, 655],
    ['a sentence in Chinese', `${'字'.repeat(700)}。${'字'.repeat(400)}`, 701],
    ['a sentence in Khmer', `${'ក'.repeat(700)}។${'ក'.repeat(400)}`, 701],
    ['a sentence in Burmese', `${'က'.repeat(700)}။${'က'.repeat(400)}`, 701],
    ['a word', `${'a'.repeat(650)} ${'b'.repeat(400)}`, 651],
  ])('the end of %s in the last quarter -> cut there', (_name, text, end) => {
    expect(cutPassages(text)[0]).toEqual({ start: 0, end });
  });

  test('a second passage -> begins at a word within the last 100 characters of the first', () => {
    const text = 'seven77 '.repeat(200);
    const [first, second] = cutPassages(text);
    expect(first!.end - second!.start).toBeLessThanOrEqual(PASSAGE_OVERLAP);
    expect(first!.end - second!.start).toBeGreaterThan(PASSAGE_OVERLAP - 9);
    expect(text.slice(second!.start).startsWith('seven77')).toBe(true);
  });

  test('Thai without a space -> no passage begins with a mark of the letter before', () => {
    const text = 'ที่ปู่น้ำ'.repeat(400);
    for (const { start } of cutPassages(text)) expect(text.slice(start)).not.toMatch(/^\p{M}/u);
  });

  test('more marks than a letter has -> cut between them', () => {
    expect(cutPassages('ก' + '\u0e48'.repeat(1_000))[0]).toEqual({ start: 0, end: 800 });
  });

  test('any text -> passages cover it in order, overlap, are bounded and never part a surrogate pair', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '.',
      '😀',
      '字',
      '。',
      'ก',
      '\u0e48',
      '\ud83d',
      '\u0000',
      'word ',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 3_000 }), (units) => {
        const text = units.join('');
        const cuts = cutPassages(text);
        expect(cuts[0]?.start ?? 0).toBe(0);
        expect(cuts.at(-1)?.end ?? 0).toBe(text.length);
        for (const [place, { start, end }] of cuts.entries()) {
          expect(end - start).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
          for (const at of [start, end]) expect(partsPair(text, at)).toBe(false);
          const next = cuts[place + 1];
          if (next !== undefined) {
            expect(next.start).toBeGreaterThan(start);
            expect(next.start).toBeLessThanOrEqual(end);
          }
        }
        expect(cuts.length).toBeLessThanOrEqual(Math.ceil(text.length / 498) + 1);
      }),
    );
  });

  test('a megabyte without a blank -> 1,499 passages', () => {
    expect(cutPassages('x'.repeat(1_048_576))).toHaveLength(1_498);
  });
});

function partsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) && at > 0;
}
