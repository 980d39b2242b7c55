import { describe, expect, test } from 'vitest';
import { answerRatio, answersAtLength } from '../../../context/retrieval/answer-ratio.js';
import { passageRow } from './rows.js';

describe('answerRatio', () => {
  test("medians of both, each message once -> the ratio of an answer's length to a question's", () => {
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

  test('text by only one of the two, or by neither -> 1', () => {
    expect(answerRatio([passageRow(1)])).toBe(1);
    expect(answerRatio([])).toBe(1);
    expect(answersAtLength({ answerRatio: 1 })).toBe(false);
  });
});
