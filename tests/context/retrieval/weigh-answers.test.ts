import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weighAnswers } from '../../../context/retrieval/weigh-answers.js';
import { passageRow } from './rows.js';

const AT_LENGTH = { answerRatio: 10 };

describe('weighAnswers', () => {
  test('a chat between people -> unchanged', () => {
    const ranked = [ranks(1, 2), ranks(2, 3, { role: 'assistant' })];
    expect(weighAnswers(ranked, { answerRatio: 1.9 })).toEqual(ranked);
  });

  test("long answers -> one with ten times the score counts as much as a user's message", () => {
    const [user, answer] = weighAnswers([ranks(1, 1), ranks(2, 10, { role: 'assistant' })], AT_LENGTH);
    expect(answer?.score).toBe(user?.score);
  });

  test("two passages of a user's message -> both count as the better one, two of an answer each for itself", () => {
    const of = (role: 'user' | 'assistant'): number[] =>
      weighAnswers([ranks(1, 4, { role }), ranks(1, 2, { role, ordinal: 1 })], AT_LENGTH).map(
        ({ score }) => score,
      );
    expect(new Set(of('user')).size).toBe(1);
    expect(new Set(of('assistant')).size).toBe(2);
  });

  test('any two user passages with the same score -> the shorter one first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (one, other) => {
        const [first, second] = weighAnswers([ranks(1, 3, { tokens: one }), ranks(9, 3, { tokens: other })], AT_LENGTH); // prettier-ignore
        expect(Math.sign((first?.score ?? 0) - (second?.score ?? 0))).toBe(Math.sign(other - one));
      }),
    );
  });
});

function ranks(seq: number, score: number, row: Parameters<typeof passageRow>[1] = {}) {
  return { row: passageRow(seq, row), score };
}
