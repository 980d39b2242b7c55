import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorRange, sliceRange } from '../../../context/threads/anchor-range.js';

describe('anchorRange', () => {
  test.each([
    ['no offsets', {}, { kind: 'whole' }],
    ['both ends', { start: 0, end: 5 }, { kind: 'whole' }],
    ['a part', { start: 1, end: 3 }, { kind: 'part', range: { start: 1, end: 3 } }],
    ['from a place on', { start: 2 }, { kind: 'part', range: { start: 2, end: 5 } }],
    ['up to a place', { end: 2 }, { kind: 'part', range: { start: 0, end: 2 } }],
    ['one past the end', { start: 1, end: 6 }, { kind: 'outside' }],
    ['nothing', { start: 3, end: 3 }, { kind: 'outside' }],
    ['from the end on', { start: 5 }, { kind: 'outside' }],
    ['backwards', { start: 3, end: 1 }, { kind: 'outside' }],
  ] as const)('%s of a text of five -> %j', (_name, anchor, expected) => {
    expect(anchorRange('abcde', anchor)).toEqual(expected);
  });

  test('within a character -> all of it', () => {
    const found = anchorRange('a😀b😀', { start: 2, end: 5 });
    expect(found).toEqual({ kind: 'part', range: { start: 1, end: 6 } });
  });

  test('any text and offsets -> outside, or a part that has the one named and no half character', () => {
    const place = fc.option(fc.integer({ min: -2, max: 30 }), { nil: undefined });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), place, place, (text, start, end) => {
        const found = anchorRange(text, {
          ...(start !== undefined && { start }),
          ...(end !== undefined && { end }),
        });
        if (found.kind === 'outside') return;
        const taken = sliceRange(text, found.kind === 'part' ? found.range : null);
        expect(taken.isWellFormed()).toBe(true);
        expect(taken).toContain(
          text.slice(start ?? 0, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ''),
        );
      }),
      { numRuns: 500 },
    );
  });
});
