import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packPassages } from '../../../context/retrieval/pack-passages.js';
import { passageOverhead, renderPassages } from '../../../context/retrieval/render-passages.js';
import { passageRow } from './rows.js';

const overheadTokens = { header: 10, session: 5, line: 3, continuation: 1 };

describe('packPassages', () => {
  test('best first and room for two -> the best two, in order of time', () => {
    const ranked = [ranks(9), ranks(2), ranks(5)];
    expect(pack(ranked, 10 + 5 + 13 + 13)).toEqual([2, 9]);
  });

  test('a passage that does not fit -> skipped for a shorter one after it', () => {
    expect(pack([ranks(1, { tokens: 50 }), ranks(3)], 40)).toEqual([3]);
  });

  test('a second session -> the tokens of its date are counted', () => {
    const ranked = [ranks(1), ranks(30, { session: 2 })];
    expect(pack(ranked, 10 + 2 * 13 + 5)).toEqual([1]);
    expect(pack(ranked, 10 + 2 * 13 + 2 * 5)).toEqual([1, 30]);
  });

  test("the same speaker's next message -> the name is counted once, regardless of which is added first", () => {
    const room = 10 + 5 + 13 + 11;
    expect(pack([ranks(1), ranks(2)], room)).toEqual([1, 2]);
    expect(pack([ranks(2), ranks(1)], room)).toEqual([1, 2]);
    expect(pack([ranks(1), ranks(2, { role: 'assistant' })], room)).toEqual([1]);
  });

  test('no room for the header -> no passages', () => {
    expect(pack([ranks(1)], 9)).toEqual([]);
  });

  test('any texts and budget -> the printed text fits the budget', () => {
    const countText = (text: string): number => text.length;
    const texts = fc.array(fc.tuple(fc.string(), fc.boolean(), fc.nat(3)), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.nat(600), (drawn, budgetTokens) => {
        const rows = drawn.map(([text, isUser], index) => ({
          ...passageRow(index + 1, { tokens: text.length, session: Math.floor(index / 8) }),
          role: isUser ? ('user' as const) : ('assistant' as const),
          text,
        }));
        const ranked = rows.map((row, index) => ({ row, score: drawn[index]![2] }));
        const chosen = packPassages({ ranked, budgetTokens, overheadTokens: passageOverhead(countText) });
        expect(renderPassages(chosen).length).toBeLessThanOrEqual(budgetTokens + chosen.length);
      }),
    );
  });
});

function ranks(seq: number, row: Parameters<typeof passageRow>[1] = {}) {
  return { row: passageRow(seq, row), score: 1 };
}

function pack(ranked: ReturnType<typeof ranks>[], budgetTokens: number): number[] {
  return packPassages({ ranked, budgetTokens, overheadTokens }).map(({ seq }) => seq);
}
