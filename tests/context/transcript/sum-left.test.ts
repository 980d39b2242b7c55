import { describe, expect, test } from 'vitest';
import type { LeftOut } from '../../../context/message/entries.js';
import { sumLeft } from '../../../context/transcript/plan-transcript.js';

const out = (index: number, rule: LeftOut['rule'], tokens: number): LeftOut => ({ index, rule, tokens });

describe('sumLeft', () => {
  test.each<[string, LeftOut[], LeftOut[]]>([
    ['nothing', [], []],
    ['any order', [out(2, 'budget', 5), out(0, 'hygiene', 3)], [out(0, 'hygiene', 3), out(2, 'budget', 5)]],
    ['one rule twice for a message', [out(0, 'budget', 4), out(0, 'budget', 3)], [out(0, 'budget', 7)]],
    [
      'two rules for a message',
      [out(0, 'spilled', 40), out(0, 'budget', 60)],
      [out(0, 'spilled', 40), out(0, 'budget', 60)],
    ],
    [
      'more than a message had',
      [out(0, 'hygiene', 60), out(0, 'budget', 60)],
      [out(0, 'hygiene', 60), out(0, 'budget', 40)],
    ],
    [
      'nothing of a message that is told already',
      [out(0, 'budget', 100), out(0, 'budget', 20)],
      [out(0, 'budget', 100)],
    ],
  ])('%s -> one entry for each message and rule, no more than it had', (_name, left, sums) => {
    expect(sumLeft(left, () => 100)).toEqual(sums);
  });
});
