import { describe, expect, test } from 'vitest';
import { readTerms, wantTerms } from '../../../store/passages/term-bytes.js';

describe('readTerms', () => {
  test('terms of two passages -> lengths with repeats, and matches at the requested places', () => {
    const bytes = row([0x000001, 0b0001], [0x0a0b0c, 0b1101], [0xffffff, 0b1000]);
    expect(readTerms(bytes, { passages: 2, wanted: wantTerms([0x0a0b0c, 5, 0xffffff]) })).toEqual([
      { length: 2, matches: [{ term: 0, count: 1 }] },
      {
        length: 5,
        matches: [
          { term: 0, count: 3 },
          { term: 2, count: 2 },
        ],
      },
    ]);
  });

  test('a term with the same first bits as a requested one -> no match', () => {
    const wanted = wantTerms([0x0a0b0c]);
    expect(readTerms(row([0x0a0b0d, 1]), { passages: 1, wanted })).toEqual([{ length: 1, matches: [] }]);
  });

  test('two words of a question that are one term -> both match', () => {
    const [found] = readTerms(row([7, 1]), { passages: 1, wanted: wantTerms([7, 7]) });
    expect(found!.matches.map(({ term }) => term)).toEqual([0, 1]);
  });

  test('no terms -> a passage without terms', () => {
    expect(readTerms(Buffer.alloc(0), { passages: 1, wanted: wantTerms([1]) })).toEqual([
      { length: 0, matches: [] },
    ]);
  });
});

function row(...terms: [term: number, counts: number][]): Buffer {
  return Buffer.concat(
    terms.map(([term, counts]) => Buffer.from([term >> 16, (term >> 8) & 255, term & 255, counts])),
  );
}
