import { describe, expect, test } from 'vitest';
import { traceBeginning } from '../../../context/sent/trace-beginning.js';

describe('traceBeginning', () => {
  test.each([
    ['a result', 'two pages', false, 'read: two pages'],
    ['an error in its own words', 'no such page', true, 'read failed: no such page'],
    ['what a tool threw, which names it already', 'read failed: no disk', true, 'read failed: no disk'],
  ])('%s -> the tool once, and whether it failed', (_name, text, isError, expected) => {
    expect(traceBeginning([{ type: 'tool-result', name: 'read', text, isError }])).toBe(expected);
  });
});
