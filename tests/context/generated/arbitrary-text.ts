import fc from 'fast-check';

export type TextDraft = (tag: string) => string;

const BODIES = [
  'word ',
  'The quick brown fox jumps over the lazy dog. ',
  'a',
  '0123456789',
  '\u8a9e\u5f59\u306e\u9577\u3044\u6587\u3002',
  '\u{1f600}\u{1f469}\u{1f3fd}\u200d\u{1f680}',
  '{"key":[1,null,"\\""]}',
  'x\ud83d ',
  '\udc00',
  '\u0000NUL',
  '<|endoftext|>',
  '\n\n  \t',
];
const BLANKS = ['', ' ', '\n\t ', '\u00a0\u3000'];

const repeats = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 4, arbitrary: fc.integer({ min: 13, max: 150 }) },
  { weight: 1, arbitrary: fc.integer({ min: 151, max: 900 }) },
);
const manyRepeats = fc.integer({ min: 300, max: 3_000 });
const MAX_CHARACTERS = 8_000;

export const text: fc.Arbitrary<TextDraft> = textOf(repeats);
export const longText: fc.Arbitrary<TextDraft> = textOf(manyRepeats);
export const blankText: fc.Arbitrary<TextDraft> = fc.constantFrom(...BLANKS).map((blank) => () => blank);
export const anyText: fc.Arbitrary<TextDraft> = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: text },
  { weight: 1, arbitrary: longText },
  { weight: 2, arbitrary: blankText },
);

function textOf(times: fc.Arbitrary<number>): fc.Arbitrary<TextDraft> {
  return fc.tuple(fc.constantFrom(...BODIES), times).map(
    ([body, count]) =>
      (tag: string) =>
        `${tag} ${body.repeat(Math.min(count, MAX_CHARACTERS / body.length))}`.trimEnd(),
  );
}
