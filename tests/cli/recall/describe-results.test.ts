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
  test('results by type -> what the summary tells in a column of its own, in each line', () => {
    const [head, all, order] = describeResults(results, 'openai:some').split('\n');
    expect(head).toMatch(/Key sentences +In the summary/);
    expect(all).toMatch(/75\.0 % +25\.0 %/);
    expect(order).toMatch(/order .*75\.0 % +-/);
  });

  test('no model named -> says that sentences were picked by rules, and how to name one', () => {
    expect(describeResults(results, 'openai:some')).toMatch(/by openai:some$/);
    expect(describeResults(results, 'offline:demo')).toMatch(/picks sentences by rules: --summary-model/);
  });
});
