import { describe, expect, test } from 'vitest';
import { answerRatio, answersAtLength } from '../../../context/retrieval/answer-ratio.js';
import { passageRow } from './rows.js';

describe('answerRatio', () => {
  test('medians of both, each message once -> how many times as long an answer is', () => {
    const rows = [
      passageRow(1, { messageTokens: 10 }),
      passageRow(2, { role: 'assistant', messageTokens: 900 }),
      passageRow(2, { role: 'assistant', messageTokens: 900, ordinal: 1 }),
      passageRow(3, { messageTokens: 30 }),
      passageRow(4, { role: 'assistant', messageTokens: 300 }),
      passageRow(5, { messageTokens: 50 }),
      passageRow(6, { role: 'assistant', messageTokens: 100 }),
    ];
    expect(answerRatio(rows)).toBe(10);
    expect(answersAtLength({ answerRatio: 10 })).toBe(true);
  });

  test('only one of the two said something, or nobody -> 1', () => {
    expect(answerRatio([passageRow(1)])).toBe(1);
    expect(answerRatio([])).toBe(1);
    expect(answersAtLength({ answerRatio: 1 })).toBe(false);
  });
});
