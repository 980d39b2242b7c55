import { describe, expect, test } from 'vitest';
import { rankAnswers } from '../../../context/retrieval/rank-answers.js';
import { passageRow } from './rows.js';

describe('rankAnswers', () => {
  test('scores of answers and of their questions -> both count, and an answer that was not found is ranked, too', () => {
    const scored = [
      { row: passageRow(1, { role: 'user' }), score: 3 },
      { row: passageRow(2, { role: 'assistant' }), score: 1 },
      { row: passageRow(3, { role: 'user' }), score: 5 },
      { row: passageRow(6, { role: 'assistant' }), score: 2 },
      { row: passageRow(6, { ordinal: 1, role: 'assistant' }), score: 1 },
    ];
    expect(rankAnswers(scored)).toEqual([4, 2, 6]);
  });
});
