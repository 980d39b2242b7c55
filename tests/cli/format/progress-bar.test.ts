import { describe, expect, test } from 'vitest';
import { drawBar } from '../../../cli/format/progress-bar.js';

describe('drawBar', () => {
  test.each([
    [0, 4, '░░░░░░░░░░░░░░░░░░░░░░░░   0 %  chat'],
    [1, 4, '██████░░░░░░░░░░░░░░░░░░  25 %  chat'],
    [4, 4, '████████████████████████ 100 %  chat'],
    [0, 0, '████████████████████████ 100 %  chat'],
  ])('%i of %i -> %s', (done, total, bar) => {
    expect(drawBar({ done, total, label: 'chat', columns: 80 })).toBe(bar);
  });

  test('a narrow terminal -> one line, cut', () => {
    expect(drawBar({ done: 1, total: 2, label: 'a long label', columns: 20 })).toHaveLength(19);
  });
});
