import { describe, expect, test } from 'vitest';
import { describeResults } from '../../../cli/recall/describe-results.js';

const shares = { share: 0.5, sentenceShare: 0.75, summaryShare: 0.25 };
const results = [
  {
    ...shares,
    tokens: 2_000,
    questions: 4,
    medianMs: 5,
    types: [{ ...shares, type: 'order', questions: 1, summaryShare: null }],
  },
];

describe('describeResults', () => {
  test('results by type -> in each line, a column with the share found in the summary', () => {
    const [head, all, order] = describeResults(results, 'openai:some').split('\n');
    expect(head).toMatch(/Key sentences +In the summary/);
    expect(all).toMatch(/75\.0 % +25\.0 %/);
    expect(order).toMatch(/order .*75\.0 % +-/);
  });

  test('no model named -> prints that rules picked the sentences, and how to name a model', () => {
    expect(describeResults(results, 'openai:some')).toMatch(/by openai:some$/);
    expect(describeResults(results, 'offline:demo')).toMatch(/picks sentences by rules: --summary-model/);
  });
});
