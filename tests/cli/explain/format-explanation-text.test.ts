import { describe, expect, test } from 'vitest';
import { cutToColumns, chooseWidth, wrapWords } from '../../../cli/explain/format-explanation-text.js';

describe('chooseWidth', () => {
  test.each([
    [undefined, 80],
    [0, 80],
    [20, 60],
    [60, 60],
    [93, 93],
    [240, 100],
  ])('a terminal of %s columns -> %d', (columns, width) => expect(chooseWidth(columns)).toBe(width));
});

describe('cutToColumns', () => {
  test.each([
    ['as long as allowed', 'abcde', 5, 'abcde'],
    ['longer', 'abcdef', 5, 'abcd…'],
    ['wide letters that fit', '你好', 4, '你好'],
    ['wide letters that do not', '你好你', 4, '你…'],
    ['emoji', '👍👍👍', 5, '👍👍…'],
    ['several lines and escapes', 'a\n\u001b[2Jb', 9, 'a [2Jb'],
    ['a lone surrogate', 'a\ud800', 9, 'a\ufffd'],
    ['a space before the cut', 'abc def', 5, 'abc…'],
  ])('%s -> one line that fits the width', (_situation, text, columns, shown) =>
    expect(cutToColumns(text, columns)).toBe(shown),
  );
});

describe('wrapWords', () => {
  test('more than fits -> lines that fit the width', () => {
    const words = ['aaaa', 'bbbb', 'cccc'].map((text) => ({ text, width: text.length }));
    expect(wrapWords(words, 11)).toBe('aaaa   bbbb\ncccc');
  });
  test('nothing -> an empty text', () => expect(wrapWords([], 11)).toBe(''));
});
