import { describe, expect, test } from 'vitest';
import { toSummarizer } from '../../../activities/upkeep/summarizer.js';
import { hiddenLimit } from '../../../context/summary/hidden-limit.js';
import { requestOverhead } from '../../../context/summary/summary-requests.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { agentFlow } from '../../integration/context/fixtures/agent-flow.js';

const BUDGET = 800;

describe('toSummarizer', () => {
  test.each([
    [2_048, 682],
    [4_096, 1_200],
    [8_192, 2_048],
    [16_384, 3_248],
    [128_000, 3_248],
  ])('a window of %i -> %i tokens for the answer, thoughts included', (window, maxOutputTokens) => {
    expect(summarizer(window)).toMatchObject({ window, maxOutputTokens, textTokens: hiddenLimit(BUDGET) });
  });

  test('a window of 4,096, beside a whole summary -> room for the messages that made it due', () => {
    const { window, maxOutputTokens } = summarizer(4_096);
    const room = window - maxOutputTokens - countTextTokens(requestOverhead(BUDGET)) - BUDGET;
    expect(room).toBeGreaterThan(hiddenLimit(BUDGET));
  });
});

function summarizer(window: number) {
  const flow = agentFlow({ slug: 'chat', window });
  return toSummarizer(flow, { answeredBy: { nodeId: 'agent' }, budget: BUDGET });
}
