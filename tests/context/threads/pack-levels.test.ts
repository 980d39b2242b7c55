import { describe, expect, test } from 'vitest';
import { packLevels } from '../../../context/threads/pack-levels.js';
import type { QuestionKind } from '../../../context/retrieval/question-kind.js';
import { passageRow } from '../retrieval/rows.js';

const query = { terms: [{ lexeme: 'kite', weight: 1, group: 0 }], names: [], months: [] };
const facts = { passages: 40, averageLength: 50, frequencies: [20], answerRatio: 10 };
const matches = [{ term: 0, count: 1 }];
const CHAT = Array.from({ length: 20 }, (_, at) => [
  passageRow(2 * at + 1, { role: 'user', tokens: 50, messageTokens: 50, matches }),
  passageRow(2 * at + 2, { role: 'assistant', tokens: 100, messageTokens: 500, matches }),
]).flat();

describe('packLevels', () => {
  test('long answers -> a tenth of the budget for a plain question, whole answers for a question about them', () => {
    const level = (depth: number) => ({ conversationId: depth, depth, rows: CHAT, facts });
    const tokens = (kind: QuestionKind) => {
      const packed = packLevels([level(0), level(1)], {
        query,
        kind,
        budgetTokens: 1_200,
        countText: () => 2,
      });
      const rows = packed.flatMap(({ passages }) => passages);
      expect(rows.every(({ seq }) => seq <= 40)).toBe(true);
      return rows.filter(({ role }) => role === 'assistant').reduce((sum, row) => sum + row.tokens, 0);
    };
    expect(tokens('plain')).toBe(100);
    expect(tokens('said')).toBeGreaterThanOrEqual(500);
  });
});
