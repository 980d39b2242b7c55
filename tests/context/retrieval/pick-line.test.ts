import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pickLine } from '../../../context/retrieval/pick-line.js';
import { queryFor } from './rows.js';

const { terms } = queryFor(['parti', 'budget']);

describe('pickLine', () => {
  test.each([
    [
      'How are you? The parties cost 30. My budget for parties is small! Bye.',
      'My budget for parties is small!',
    ],
    ['Nothing of it. Nor here.', 'Nothing of it.'],
    ['one line\nthe budget of it\nlast', 'the budget of it'],
    ['   ', undefined],
  ])('%j -> %j', (text, line) => {
    const found = pickLine(text, terms);
    expect(found && text.slice(found.start, found.end)).toBe(line);
  });

  test('any text -> a part of it, not blank, of bounded length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 900 }), (text) => {
        const found = pickLine(text, terms);
        if (found === undefined) return;
        const line = text.slice(found.start, found.end);
        expect(line.trim()).not.toBe('');
        expect(found.end).toBeLessThanOrEqual(text.length);
      }),
    );
    const long = pickLine(`budget ${'word '.repeat(200)}`, terms);
    expect(long).toEqual({ start: 0, end: expect.any(Number) as number });
    expect(long?.end).toBeLessThanOrEqual(240);
  });
});
