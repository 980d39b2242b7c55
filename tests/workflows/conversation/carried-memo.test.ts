import { describe, expect, test } from 'vitest';
import { carriedMemo } from '../../../workflows/conversation/carried-memo.js';
import { TurnLedger } from '../../../workflows/conversation/turn-ledger.js';

const ledger = TurnLedger.restore(undefined);
const tokens = { inputTokens: 10, outputTokens: 2 };

describe('carriedMemo', () => {
  test('all calls priced -> their cost', () =>
    expect(carriedMemo({ ledger, usage: { ...tokens, cost: 0.25 } })).toEqual({
      before: { turns: 0, ...tokens, costUsd: 0.25 },
    }));
  test('some, or all, without a price -> a minimum, or no cost, and their number', () => {
    expect(carriedMemo({ ledger, usage: { ...tokens, cost: 0.25, unpricedCalls: 3 } }).before).toMatchObject({
      costUsd: 0.25,
      unpricedCalls: 3,
    });
    expect(carriedMemo({ ledger, usage: { ...tokens, cost: null, unpricedCalls: 3 } }).before).toEqual({
      turns: 0,
      ...tokens,
      unpricedCalls: 3,
    });
  });
});
