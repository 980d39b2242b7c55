import { describe, expect, test } from 'vitest';
import { compareLeft } from '../../packages/studio/why/compare-left.js';

describe('compareLeft', () => {
  const of = (rule: 'window' | 'budget' | 'cut', messages: number) => ({
    rule,
    words: `by ${rule}`,
    messages,
  });

  test('rules of one plan and of both -> a row each, empty where a rule omits nothing', () => {
    expect(compareLeft([of('window', 4), of('cut', 1)], [of('budget', 3), of('window', 9)])).toEqual([
      { words: 'by budget', was: 0, would: 3 },
      { words: 'by window', was: 4, would: 9 },
      { words: 'by cut', was: 1, would: 0 },
    ]);
  });
});
