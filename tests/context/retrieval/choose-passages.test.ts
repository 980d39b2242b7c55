import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choosePassages, listMany } from '../../../context/retrieval/choose-passages.js';
import type { PassageRow } from '../../../context/retrieval/passage-row.js';
import type { QuestionKind } from '../../../context/retrieval/question-kind.js';
import { factsOf, HIT, passageRow, queryFor } from './rows.js';

const query = queryFor(['cello']);
const facts = { ...factsOf([4], 1_000), answerRatio: 10 };
const overheadTokens = { header: 0, session: 0, line: 0, continuation: 0 };

const CHAT = Array.from({ length: 20 }, (_, at) => [
  passageRow(2 * at + 1, { tokens: 50, messageTokens: 50, matches: HIT, session: at }),
  ...Array.from({ length: 4 }, (_one, ordinal) =>
    passageRow(2 * at + 2, {
      role: 'assistant',
      ordinal,
      tokens: 100,
      messageTokens: 400,
      matches: HIT,
      session: at,
    }),
  ),
]).flat();

describe('choosePassages', () => {
  test('a plain question -> a tenth of the room for answers, the rest for user messages', () => {
    const chosen = choose('plain', 1_000);
    expect(tokensOf(chosen, 'assistant')).toBe(100);
    expect(tokensOf(chosen, 'user')).toBe(900);
  });

  test("a question about the assistant's answers -> whole answers in three fifths of the room", () => {
    const chosen = choose('said', 1_000);
    expect(
      chosen.filter(({ role }) => role === 'assistant').map(({ seq, ordinal }) => [seq, ordinal]),
    ).toEqual([0, 1, 2, 3].map((ordinal) => [2, ordinal]));
  });

  test('an answer to a matching question -> before an answer that matches equally well', () => {
    const rows = [
      passageRow(2, { role: 'assistant', tokens: 100, matches: HIT }),
      passageRow(5, { matches: HIT, session: 2 }),
      passageRow(6, { role: 'assistant', tokens: 100, matches: HIT, session: 2 }),
    ];
    const budget = { budgetTokens: 180, overheadTokens };
    const chosen = choosePassages({ query, kind: 'said', rows, facts, ...budget });
    expect(chosen.map(({ seq }) => seq)).toEqual([5, 6]);
  });

  test('a question for many messages -> each message is scored alone; a plain question also finds neighbors of a match', () => {
    const rows = [
      passageRow(1, { matches: [{ term: 0, count: 3 }], session: 1 }),
      passageRow(2, { session: 1 }),
      passageRow(9, { matches: HIT, length: 40, session: 2 }),
    ];
    const find = (kind: QuestionKind): number[] =>
      choosePassages({ query, kind, rows, facts, budgetTokens: 20, overheadTokens }).map(({ seq }) => seq);
    expect(find('many')).toEqual([1, 9]);
    expect(find('plain')).toEqual([1, 2]);
  });

  test('a question for many messages -> lines of many messages, and the best of them whole', () => {
    const lines = listMany({ query, rows: CHAT, facts }, { most: 100 }).map((row) => ({
      ...row,
      tokens: 10,
    }));
    expect(lines).toHaveLength(20);
    const all = choose('many', 500, lines);
    const chosen = all.filter(({ role }) => role === 'user');
    expect(all).toEqual(chosen);
    const whole = chosen.filter(({ tokens }) => tokens === 50).length;
    expect(chosen).toHaveLength(20);
    expect(whole).toBe(7);
    expect(choose('plain', 500).filter(({ role }) => role === 'user').length).toBeLessThan(11);
  });

  test('a chat between people -> by the scores alone, for any question', () => {
    const between = { ...facts, answerRatio: 1 };
    const of = (kind: QuestionKind): readonly PassageRow[] =>
      choosePassages({ query, kind, rows: CHAT, facts: between, budgetTokens: 700, overheadTokens });
    expect(of('said')).toEqual(of('plain'));
  });

  test('any kind and room -> within the room, each passage once, in order of time', () => {
    const lines = CHAT.filter(({ role }) => role === 'user').map((row) => ({ ...row, tokens: 7 }));
    const overhead = { header: 10, session: 5, line: 3, continuation: 1 };
    fc.assert(
      fc.property(
        fc.constantFrom<QuestionKind>('plain', 'said', 'many'),
        fc.integer({ min: 0, max: 4_000 }),
        fc.shuffledSubarray(CHAT, { minLength: 1 }),
        (kind, budgetTokens, rows) => {
          const input = { query, kind, rows, facts, budgetTokens, overheadTokens: overhead, lines };
          const chosen = choosePassages(input);
          const keys = chosen.map(({ seq, ordinal }) => 10 * seq + ordinal);
          expect(keys).toEqual([...new Set(keys)].sort((one, other) => one - other));
          const sessions = new Set(chosen.map(({ session }) => session)).size;
          const spent = chosen.reduce((sum, { tokens }) => sum + tokens + 1, 0) + 5 * sessions;
          expect(spent).toBeLessThanOrEqual(Math.max(0, budgetTokens));
        },
      ),
    );
  });
});

function choose(kind: QuestionKind, budgetTokens: number, lines?: readonly PassageRow[]) {
  return choosePassages({ query, kind, rows: CHAT, facts, budgetTokens, overheadTokens, lines });
}

function tokensOf(rows: readonly PassageRow[], of: PassageRow['role']): number {
  return rows.filter(({ role }) => role === of).reduce((sum, { tokens }) => sum + tokens, 0);
}
