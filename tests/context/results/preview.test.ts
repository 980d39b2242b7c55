import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preview } from '../../../context/results/pointer.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { longText } from './texts.js';

const countText = countTextTokens;

describe('preview', () => {
  test('a text that fits -> unchanged', () => {
    expect(preview('short', { maxCharacters: 5, maxTokens: 1, countText })).toBe('short');
  });

  test('H10: a long text -> head and tail with a marker that counts what is between', () => {
    const text = `BEGIN${'.'.repeat(5_000)}END`;
    const shown = preview(text, { maxCharacters: 300, maxTokens: 1_000, countText });
    expect(shown.length).toBeLessThanOrEqual(300);
    expect(shown).toMatch(/^BEGIN\.+\n\[… (\d+) characters left out …\]\n\.+END$/);
    const left = Number(/\d+/.exec(shown)?.[0]);
    const marker = `\n[… ${left} characters left out …]\n`;
    expect(shown.length - marker.length + left).toBe(text.length);
  });

  test('headShare 1 -> the beginning alone', () => {
    const shown = preview(`BEGIN${'.'.repeat(500)}END`, {
      maxCharacters: 200,
      maxTokens: 99,
      countText,
      headShare: 1,
    });
    expect(shown).toMatch(/^BEGIN\.+\n\[… \d+ characters left out …\]\n$/);
  });

  test.each([0, -1, Number.NaN, 30, 60])('H11: no useful room in %d characters -> empty', (maxCharacters) => {
    expect(preview('x'.repeat(1_000), { maxCharacters, maxTokens: 1_000, countText })).toBe('');
  });

  test.each([0, -1, Number.NaN, 5])('H11: no useful room in %d tokens -> empty', (maxTokens) => {
    expect(preview('hello '.repeat(1_000), { maxCharacters: 1_000, maxTokens, countText })).toBe('');
  });

  test('any text and room -> within the room, no surrogate pair split, head and tail are from the text', () => {
    fc.assert(
      fc.property(longText, fc.nat(3_000), fc.nat(600), (text, maxCharacters, maxTokens) => {
        const shown = preview(text, { maxCharacters, maxTokens, countText });
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(maxCharacters);
        expect(countText(shown)).toBeLessThanOrEqual(maxTokens);
        if (shown === text || shown === '') return;
        const [head = '', tail = ''] = shown.split(/\n\[… \d+ characters left out …\]\n/);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
