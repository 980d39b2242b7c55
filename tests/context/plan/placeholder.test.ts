import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLACEHOLDER_CHARACTERS, placeholderText } from '../../../context/plan/replace-long-text.js';

const anyText = fc
  .array(fc.constantFrom('a', '字', 'é', '😀', '👩‍👩‍👧'), { minLength: 60, maxLength: 220 })
  .map((characters) => characters.join(''));

describe('placeholderText', () => {
  test('D16: a long text -> its length, and its first 200 characters with an ellipsis', () => {
    const beginning = 'abcdefghij'.repeat(40);
    const shown = textOf(beginning, { characters: 4_000 });
    expect(shown).toContain('Long text of 4000 chars');
    expect(shown.endsWith(`It begins: ${beginning.slice(0, 200)}…]`)).toBe(true);
    expect(shown).not.toContain(beginning.slice(0, 201));
  });

  test.each([
    [
      true,
      'indexed; passages of it that are relevant to the newest message are injected before that message',
    ],
    [false, 'stored whole, not sent here'],
  ])('indexed: %s -> mentions the search only if it is indexed', (isIndexed, words) => {
    const shown = textOf('x'.repeat(300), { isIndexed });
    expect(shown).toContain(words);
    expect(shown.includes('indexed')).toBe(isIndexed);
  });

  test('D17: the 200th character is the first half of an emoji -> omitted whole', () => {
    const beginning = `${'x'.repeat(199)}😀${'y'.repeat(100)}`;
    expect(textOf(beginning)).toContain(`${'x'.repeat(199)}…]`);
  });

  test('an emoji that ends at the 200th character -> shown', () => {
    const beginning = `${'x'.repeat(198)}😀${'y'.repeat(100)}`;
    expect(textOf(beginning)).toContain(`${'x'.repeat(198)}😀…]`);
  });

  test('any well-formed text -> no broken character, at most 200 of it', () => {
    fc.assert(
      fc.property(anyText, (beginning) => {
        const shown = textOf(beginning);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThan(PLACEHOLDER_CHARACTERS + 170);
      }),
    );
  });
});

function textOf(beginning: string, { characters = 5_000, isIndexed = true } = {}): string {
  return placeholderText({ characters, beginning, isIndexed });
}
