import { describe, expect, test } from 'vitest';
import { RecallTally } from '../../../cli/recall/recall-tally.js';

const asked = { type: undefined, bm25: undefined, sentences: 1, summary: undefined };

describe('RecallTally', () => {
  test('questions asked with two budgets -> shares and median of each', () => {
    const tally = new RecallTally([1_000, 2_000]);
    for (const [isFound, ms] of [[true, 5], [false, 1], [true, 9]] as const) tally.add({ ...asked, tokens: 1_000, isFound, ms }); // prettier-ignore
    expect(tally.results()).toEqual([
      { tokens: 1_000, questions: 3, share: 0.6667, sentenceShare: 1, summaryShare: null, medianMs: 5 },
      { tokens: 2_000, questions: 0, share: null, sentenceShare: null, summaryShare: null, medianMs: null },
    ]);
  });

  test('types, BM25 beside, a summary of some evidence -> the shares of each type, for each ranking', () => {
    const tally = new RecallTally([1_000]);
    const bm25 = { isFound: false, sentences: 0.5 };
    tally.add({
      tokens: 1_000,
      type: 'order',
      isFound: false,
      sentences: 0.5,
      ms: 1,
      bm25,
      summary: undefined,
    });
    tally.add({ tokens: 1_000, type: 'fact', isFound: true, sentences: 1, ms: 1, bm25, summary: 0.5 });
    tally.add({ tokens: 1_000, type: undefined, isFound: true, sentences: 0, ms: 1, bm25, summary: 1 });
    const compared = { share: 0, sentenceShare: 0.5 };
    expect(tally.results()).toEqual([
      {
        tokens: 1_000,
        questions: 3,
        share: 0.6667,
        sentenceShare: 0.5,
        summaryShare: 0.75,
        medianMs: 1,
        bm25: compared,
        types: [
          { type: 'fact', questions: 1, share: 1, sentenceShare: 1, summaryShare: 0.5, bm25: compared },
          { type: 'order', questions: 1, share: 0, sentenceShare: 0.5, summaryShare: null, bm25: compared },
        ],
      },
    ]);
  });

  test('a budget of no tally -> throws', () => {
    expect(() => new RecallTally([1]).add({ ...asked, tokens: 2, isFound: true, ms: 1 })).toThrow('Budget 2');
  });
});
