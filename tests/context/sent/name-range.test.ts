import { describe, expect, test } from 'vitest';
import { nameRange } from '../../../context/sent/name-range.js';

describe('nameRange', () => {
  test.each([
    ['conversation', 1, 12, 'messages 1-12'],
    ['conversation', 5, 5, 'message 5'],
    ['trace', 1, 4, 'steps 1-4'],
    ['trace', 2, 2, 'step 2'],
    ['input', 0, 0, 'input'],
  ] as const)('%s %d to %d -> %s', (from, first, last, name) =>
    expect(nameRange({ from, first, last })).toBe(name),
  );
});
