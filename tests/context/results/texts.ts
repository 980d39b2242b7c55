import fc from 'fast-check';

export const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'hello ',
        'Überraschung ',
        '徽章号码是7741。',
        '👩‍👩‍👧‍👦',
        '🇩🇪',
        '😀😀',
        '\n',
        '\n\n',
        '   ',
        '{"a":[1,2]}',
        'x'.repeat(300),
        'word '.repeat(60),
        '中'.repeat(200),
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join('').toWellFormed());

export const longText = fc
  .tuple(anyText, fc.integer({ min: 1, max: 40 }))
  .map(([text, times]) => text.repeat(times));
