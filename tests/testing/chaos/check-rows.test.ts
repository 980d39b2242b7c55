import { describe, expect, test } from 'vitest';
import { checkRows } from '../../../packages/testing/chaos/check-rows.js';
import type { ChaosLoad } from '../../../packages/testing/chaos/chaos-load.js';
import type { ChaosRows } from '../../../packages/testing/chaos/read-rows.js';
import type { SentTurn } from '../../../packages/testing/chaos/talk.js';
import { describeWay } from '../../../packages/testing/chaos/turn-way.js';

const load: ChaosLoad = {
  flows: [],
  script: () => [],
  say: ({ turn }) => `q${turn}`,
  answer: ({ turn }) => `a${turn}`,
  modelCalls: () => 1,
};
const sent: SentTurn[] = [1, 2].map((turn) => ({
  turn: { flow: 'chat', conversation: 0, turn },
  turnId: `turn-${turn}`,
  sentAt: 0,
}));

function rowsWith(texts: readonly string[], more: Partial<ChaosRows> = {}): ChaosRows {
  return {
    messages: texts.map((content) => ({ conversation: 0, content })),
    calls: new Map([
      ['0/turn-1', 1],
      ['0/turn-2', 1],
    ]),
    open: { 'stream chunks': 0 },
    ...more,
  };
}

function rulesOf(rows: ChaosRows): string[] {
  return checkRows(rows, { load, sent }).map(({ rule }) => rule);
}

describe('checkRows', () => {
  test('every turn once and in order -> no broken rule', () => {
    expect(rulesOf(rowsWith(['q1', 'a1', 'q2', 'a2']))).toEqual([]);
  });

  test.each([
    ['lost', ['q1', 'a1']],
    ['doubled', ['q1', 'a1', 'q2', 'a2', 'q2', 'a2']],
    ['torn', ['q1', 'a1', 'q2', 'a']],
    ['out of order', ['q2', 'a2', 'q1', 'a1']],
  ])('a turn is %s -> thread', (_how, texts) => {
    expect(rulesOf(rowsWith(texts))).toEqual(['thread']);
  });

  describe('a turn that its caller cancelled', () => {
    const cancelled = { flow: 'chat', conversation: 0, turn: 5 };
    const three = [...sent, { turn: cancelled, turnId: 'turn-5', sentAt: 0 }];
    const check = (texts: readonly string[]) => checkRows(rowsWith(texts), { load, sent: three });

    test.each([
      ['nothing', []],
      ['its question', ['q5']],
      ['a part of its answer', ['q5', 'a']],
      ['all', ['q5', 'a5']],
    ])('the thread has %s of it -> nothing', (_what, texts) => {
      expect(describeWay(cancelled)).toBe('cancelled');
      expect(check(['q1', 'a1', 'q2', 'a2', ...texts])).toEqual([]);
    });

    test.each([
      ['doubled', ['q1', 'a1', 'q2', 'a2', 'q5', 'a5', 'a5']],
      ['between another turn and its answer', ['q1', 'a1', 'q2', 'q5', 'a2']],
    ])('it stands %s -> thread', (_where, texts) => {
      expect(check(texts)).toMatchObject([{ rule: 'thread' }]);
    });
  });

  test.each([0, 2])('%i calls are counted for one -> counted', (count) => {
    const calls = new Map([
      ['0/turn-1', 1],
      ['0/turn-2', count],
    ]);
    expect(rulesOf(rowsWith(['q1', 'a1', 'q2', 'a2'], { calls }))).toEqual(['counted']);
  });

  test('a chunk is left -> unfinished', () => {
    const open = { 'stream chunks': 1 };
    expect(rulesOf(rowsWith(['q1', 'a1', 'q2', 'a2'], { open }))).toEqual(['unfinished']);
  });
});
