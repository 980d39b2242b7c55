import { describe, expect, test } from 'vitest';
import { formatSummaries } from '../../../cli/history/format-summaries.js';
import { createStyle } from '../../../cli/format/style.js';

const COSTS = {
  attempts: 2,
  adopted: 1,
  inputTokens: 300,
  cachedInputTokens: 0,
  outputTokens: 40,
  cost: '0.001',
  unpricedCalls: 0,
};

describe('formatSummaries', () => {
  test('no summaries -> prints that there are none', () => {
    expect(formatSummaries({ summaries: [], usage: [] }, createStyle(false))).toBe('No summaries yet');
  });

  test('descriptions alone -> their cost and their number', () => {
    const usage = [{ way: 'descriptions' as const, described: 12, ...COSTS }];
    const lines = formatSummaries({ summaries: [], usage }, createStyle(false)).split('\n');
    expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['WAY', 'ATTEMPTS', 'ADOPTED', 'TOKENS IN', 'OUT', 'COST'],
      ['descriptions', '2', '1', '300', '40', expect.stringContaining('0.001')],
      ['12 things described'],
    ]);
  });
});
