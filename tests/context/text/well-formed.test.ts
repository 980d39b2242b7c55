import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWellFormedStream, wellFormed } from '../../../context/text/well-formed.js';

const unit = fc.constantFrom('a', '\u0000', '\ud83d', '\ude00', '😀', '\udbff', 'é', '中');
const anyText = fc.array(unit, { maxLength: 20 }).map((units) => units.join(''));

describe('wellFormed', () => {
  test.each([
    ['P16: lone high surrogate', 'a\ud83d', 'a\uFFFD'],
    ['lone low surrogate', '\ude00a', '\uFFFDa'],
    ['two high surrogates before a low one', '\ud83d\ud83d\ude00', '\uFFFD😀'],
    ['NUL', 'a\u0000b', 'ab'],
    ['ordinary text', 'héllo 😀 中', 'héllo 😀 中'],
  ])('%s -> replaced or kept', (_name, text, expected) => {
    expect(wellFormed(text)).toBe(expected);
  });

  test('any text -> as toWellFormed of the text without NUL, idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = wellFormed(text);
        const native = text.replaceAll('\u0000', '') as string & { toWellFormed(): string };
        expect(result).toBe(native.toWellFormed());
        expect(wellFormed(result)).toBe(result);
      }),
    );
  });
});

describe('createWellFormedStream', () => {
  test('a pair split over two deltas -> returned whole with the second', () => {
    const stream = createWellFormedStream();
    expect([stream.push('a\ud83d'), stream.push('\ude00b'), stream.end()]).toEqual(['a', '😀b', '']);
  });

  test('a half whose other half never arrives -> U+FFFD at the end', () => {
    const stream = createWellFormedStream();
    expect([stream.push('a\ud83d'), stream.end()]).toEqual(['a', '\uFFFD']);
  });

  test('any deltas -> joined as the whole, no piece splits a pair', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (deltas) => {
        const stream = createWellFormedStream();
        const pieces = [...deltas.map((delta) => stream.push(delta)), stream.end()];
        expect(pieces.join('')).toBe(wellFormed(deltas.join('')));
        for (const piece of pieces) expect(wellFormed(piece)).toBe(piece);
      }),
    );
  });
});
