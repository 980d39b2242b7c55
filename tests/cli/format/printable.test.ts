import { describe, expect, test } from 'vitest';
import { oneLine, printable } from '../../../cli/format/printable.js';

describe('printable', () => {
  test('terminal escape sequences -> their control characters are removed', () => {
    expect(printable('\u001b[31mred\u001b[0m \u009b2J \u001b]0;title\u0007')).toBe('[31mred[0m 2J ]0;title');
  });
  test('newline and tab -> kept', () => expect(printable('a\n\tb')).toBe('a\n\tb'));
  test('carriage return, backspace, delete, NUL -> removed', () =>
    expect(printable('a\r\nb\bc\u007fd\u0000')).toBe('a\nbcd'));
  test('letters of all scripts and emoji -> kept', () =>
    expect(printable('żółw 你好 👩‍💻 مرحبا')).toBe('żółw 你好 👩‍💻 مرحبا'));
  test('marks of direction and other unseen characters -> shown as escapes', () =>
    expect(printable('user\u202etxt.exe\u202c a\u200bb')).toBe('user\\u202etxt.exe\\u202c a\\u200bb'));
  test('a lone surrogate -> replaced', () => expect(printable('a\ud800b')).toBe('a\ufffdb'));
});

describe('oneLine', () => {
  test('several lines -> one, with single spaces', () => expect(oneLine(' a\n\n b\tc ')).toBe('a b c'));
  test('longer than allowed -> cut at a character, marked', () =>
    expect(oneLine('👍👍👍👍', 3)).toBe('👍👍…'));
  test('as long as allowed -> unchanged', () => expect(oneLine('abc', 3)).toBe('abc'));
});
