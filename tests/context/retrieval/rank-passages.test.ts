import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PassageRow } from '../../../context/retrieval/passage-row.js';
import { rankPassages } from '../../../context/retrieval/rank-passages.js';
import { factsOf, HIT, passageRow, queryFor } from './rows.js';

const facts = factsOf([2, 50]);
const query = queryFor(['cello', 'day']);

describe('rankPassages', () => {
  test('a narrative word -> counts only where answers are long', () => {
    const rows = [
      passageRow(1, { matches: HIT }),
      passageRow(9, { matches: [{ term: 1, count: 1 }], session: 2 }),
    ];
    const terms = [
      { lexeme: 'trip', weight: 1, group: 0 },
      { lexeme: 'went', weight: 0.5, group: 1, isNarrative: true },
    ] as const;
    const find = (answerRatio: number): number[] =>
      rankPassages({
        query: queryFor([], { terms }),
        rows,
        facts: { ...factsOf([4, 4]), answerRatio },
      }).map(({ row }) => row.seq);
    expect(find(10)).toEqual([1, 9]);
    expect(find(1)).toEqual([1]);
  });

  test('a rare word and a frequent word -> the message with the rare word first', () => {
    const rows = [
      passageRow(1, { matches: [{ term: 1, count: 1 }] }),
      passageRow(40, { session: 2, matches: HIT }),
    ];
    expect(seqs(rows)).toEqual([40, 1]);
  });

  test('a neighbour without a match -> found, the one after the hit before the one before it', () => {
    const rows = [passageRow(1), passageRow(2, { matches: HIT }), passageRow(3)];
    expect(seqs(rows)).toEqual([2, 3, 1]);
  });

  test('a match in the session before -> no score is passed on across the pause', () => {
    const rows = [passageRow(1, { matches: HIT }), passageRow(2, { session: 2 })];
    expect(seqs(rows)).toEqual([1]);
  });

  test('a long message beside a match -> gets a tenth of the score of a short one', () => {
    const handed = (messageTokens: number): number =>
      rankPassages({
        query,
        rows: [passageRow(1, { matches: HIT }), passageRow(2, { messageTokens })],
        facts,
      }).find(({ row }) => row.seq === 2)?.score ?? 0;
    expect(handed(1_000)).toBeCloseTo(handed(100) / 10);
    expect(handed(100)).toBe(handed(10));
  });

  test("two of the question's words together -> before one of them twice", () => {
    const both = [HIT[0]!, { term: 1, count: 1 }];
    const rows = [passageRow(1, { matches: [{ term: 0, count: 3 }] }), passageRow(40, { session: 2, matches: both })]; // prettier-ignore
    expect(seqs(rows)).toEqual([40, 1]);
  });

  test('no match at all -> no passages', () => {
    expect(seqs([passageRow(1), passageRow(2)])).toEqual([]);
  });

  test('the one speaker whom the question names -> before the other with the same words', () => {
    const rows = [
      passageRow(1, { name: 'Ivan', matches: HIT }),
      passageRow(20, { name: 'Nora', matches: HIT }),
    ];
    const named = queryFor(['cello'], { names: ['Nora'] });
    expect(rankPassages({ query: named, rows, facts })[0]?.row.seq).toBe(20);
    const both = queryFor(['cello'], { names: ['Nora', 'Ivan'] });
    expect(rankPassages({ query: both, rows, facts })[0]?.row.seq).toBe(1);
  });

  test('a month that the question names -> its sessions first', () => {
    const rows = [
      passageRow(1, { matches: HIT }),
      passageRow(20, { session: 2, atMs: Date.UTC(2024, 6, 9), matches: HIT }),
    ];
    const july = queryFor(['cello'], { months: [{ month: 7 }] });
    expect(rankPassages({ query: july, rows, facts }).map(({ row }) => row.seq)).toEqual([20, 1]);
  });

  test("cosines -> added to the words' scores, also where no word matches", () => {
    const rows = [
      passageRow(1, { matches: HIT, similarity: 0.1 }),
      passageRow(20, { session: 2, similarity: 0.9 }),
    ];
    expect(seqs(rows)).toEqual([20, 1]);
  });

  test('two terms of one group -> the better one counts, not both', () => {
    const both = passageRow(1, { matches: [HIT[0]!, { term: 1, count: 1 }] });
    const terms = [
      { lexeme: 'buy', weight: 1, group: 0 },
      { lexeme: 'bought', weight: 1, group: 0 },
    ];
    const one = rankPassages({
      query: queryFor([], { terms }),
      rows: [passageRow(1, { matches: HIT })],
      facts,
    });
    const two = rankPassages({ query: queryFor([], { terms }), rows: [both], facts });
    expect(two[0]?.score).toBe(one[0]?.score);
  });

  test('any rows in any order -> the same ranking, best first, each at most once', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ROWS, { minLength: 1 }), (rows) => {
        const ranked = rankPassages({ query, rows, facts });
        const sorted = [...rows].sort((one, other) => one.seq - other.seq);
        expect(ranked).toEqual(rankPassages({ query, rows: sorted, facts }));
        expect(new Set(ranked.map(({ row }) => row)).size).toBe(ranked.length);
        ranked.forEach(({ score }, at) =>
          expect(score).toBeLessThanOrEqual(ranked[at - 1]?.score ?? Infinity),
        );
      }),
    );
  });
});

const ROWS = Array.from({ length: 30 }, (_, at) =>
  passageRow(at + 1, {
    session: Math.floor(at / 7),
    matches: at % 3 === 0 ? HIT : at % 5 === 0 ? [{ term: 1, count: 2 }] : [],
  }),
);

function seqs(rows: readonly PassageRow[]): number[] {
  return rankPassages({ query, rows, facts }).map(({ row }) => row.seq);
}
