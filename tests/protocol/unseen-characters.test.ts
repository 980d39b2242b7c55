import { describe, expect, test } from 'vitest';
import { showUnseen, toSeenJson } from '../../protocol/unseen-characters.js';

const UNSEEN = [
  '\u009b',
  '\u0085',
  '\u007f',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200f',
  '\u061c',
  '\u2028',
  '\ufeff',
  '\u00ad',
  '\u{e0041}',
  '\u034f',
  '\u115f',
  '\u3164',
  '\u2065',
  '\u2800',
  '\u{1d173}',
  '\u0336',
  '\u200c',
  '\u200d',
  '\ufe00',
  '\ufe0f',
  '\u{e0100}',
  '\u180b',
];

describe('showUnseen', () => {
  test.each(UNSEEN)('%j -> its escape', (character) => {
    const shown = showUnseen(`a${character}b`);
    expect(shown).toMatch(/^a(?:\\u[0-9a-f]{4}){1,2}b$/);
    expect(JSON.parse(`"${shown}"`)).toBe(`a${character}b`);
  });

  test('letters of all scripts, emoji with joiners, lines and tabs -> unchanged', () => {
    const text = 'e\u0302\u0301 རྫོང་ཁ་ שִׁ֔ żółw\tمرحبا 👩‍💻 👩🏽‍💻 ❤️ 🏳️‍🌈 می‌خواهم क्‍ष\n你好 葛\u{e0100}';
    expect(showUnseen(text)).toBe(text);
  });

  test('marks that are stacked onto the lines above -> eight are kept', () => {
    expect(showUnseen(`a${'\u0301'.repeat(300)}b`)).toBe(`a${'\u0301'.repeat(8)}${'\\u0301'.repeat(292)}b`);
  });

  test('several joiners or variation selectors after one character -> one is kept', () => {
    expect(showUnseen('👩\u200d\u200d')).toBe('👩\u200d\\u200d');
    expect(showUnseen('葛\u{e0100}\u{e0101}')).toBe('葛\u{e0100}\\udb40\\udd01');
  });
});

describe('toSeenJson', () => {
  test.each(UNSEEN)(
    '%j in a value and a name -> not in the JSON, which parses to the same value',
    (character) => {
      const value = { [`k${character}`]: [`v${character}`, 1] };
      const json = toSeenJson(value, 2);
      expect(json).not.toContain(character);
      expect(JSON.parse(json)).toEqual(value);
    },
  );
});
