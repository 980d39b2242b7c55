import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { patternSize } from '../../protocol/pattern-size.js';

const PIECES = [
  ...[
    'a',
    '.',
    '\\d',
    '\\pL',
    '\\p{L}',
    '[a-z]',
    '[^]x]',
    '[]a]',
    '[[:alpha:]]',
    '\\[',
    'é',
    '😀',
    '\\x{10FFFF}',
  ],
  ...['(', '(?:', '(?P<n>', ')', '|', '*', '+', '?', '*?', '^', '$', '(?i)', '(?-s)', ']', '{'],
  ...['{0}', '{3}', '{2,5}', '{4,}', '{0,3}', '{10}', '{x}'],
];

describe('patternSize', () => {
  test('any pattern -> at least the instructions that it compiles to', () => {
    let compiled = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
        const pattern = pieces.join('');
        const size = programSize(pattern);
        if (size === undefined) return;
        compiled += 1;
        expect(patternSize(pattern)).toBeGreaterThanOrEqual(size);
      }),
      { numRuns: 3_000 },
    );
    expect(compiled).toBeGreaterThan(500);
  });

  test.each([
    ['^[A-Z]{2}-\\d+$', 9],
    ['^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$', 45],
    ['a{1000}', 1_002],
  ])("'%s' -> not much more than it compiles to", (pattern, size) => {
    expect(patternSize(pattern)).toBeLessThan(size * 1.4);
  });

  test('repetitions next to each other, and within each other -> counted without compiling them', () => {
    expect(patternSize('a{1000}'.repeat(140))).toBeGreaterThan(140_000);
    expect(patternSize('((a{30}){30}b){10}')).toBeGreaterThan(9_000);
    expect(patternSize('\\Q[\\Ea{1000}')).toBe(Infinity);
  });
});

function programSize(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch {
    return undefined;
  }
}
