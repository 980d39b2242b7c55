import { describe, expect, test } from 'vitest';
import { textSource } from '../../../cli/input/read-text.js';

describe('textSource', () => {
  test('a dash -> standard input', () => expect(textSource('-')).toEqual({ kind: 'stdin' }));
  test('an at sign where files are allowed -> a file', () =>
    expect(textSource('@a b.txt', { allowFile: true })).toEqual({ kind: 'file', path: 'a b.txt' }));
  test('an at sign elsewhere -> text', () =>
    expect(textSource('@ada')).toEqual({ kind: 'text', text: '@ada' }));
});
