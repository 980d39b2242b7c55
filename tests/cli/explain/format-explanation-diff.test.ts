import { describe, expect, test } from 'vitest';
import { formatExplanationDiff } from '../../../cli/explain/format-explanation-diff.js';
import { diffExplanations } from '../../../context/explain/diff-explanations.js';
import { MANIFEST } from '../../context/explain/fixtures.js';
import { explainedCall, PLAIN_VIEW } from './explained-call.js';

describe('formatExplanationDiff', () => {
  test('a later call with more room, less history and another guard -> figures, messages, ranges', () => {
    const [, history, ...others] = MANIFEST.sent;
    const second = explainedCall({
      callId: 'conversation/assistant/ada/turn/t1/agent/6',
      manifest: {
        window: 12_000,
        budget: 9_150,
        budgetShare: 0.75,
        system: null,
        sent: [{ from: 'conversation', first: 16, last: 16, tokens: 80 }, ...others],
        pointers: [],
        left: [{ ...MANIFEST.left[0]!, last: 15, count: 15, tokens: 5_120 }],
      },
    });
    expect(history).toMatchObject({ first: 15 });
    const first = explainedCall();
    const diff = diffExplanations({ first: first.context, second: second.context });
    expect(formatExplanationDiff({ first, second, diff }, PLAIN_VIEW)).toBe(
      `
- conversation/assistant/ada/turn/t1/agent/5  openai:gpt-4o  completed  answer  window 10,000
+ conversation/assistant/ada/turn/t1/agent/6  openai:gpt-4o  completed  answer  window 12,000

FIGURE                FIRST  SECOND  CHANGE
window               10,000  12,000  +2,000
budget                7,150   9,150  +2,000
free                  6,150   8,150  +2,000
share of the budget       1    0.75   -0.25

~ system prompt

Messages
- summary of messages 3-14 and step 1  system  50  whole  [Summary] we sp…
- message 15  user  120  whole  What is 6*7?
~ step 3 result 2  60 pointer, 1,940 omitted → 2,000 whole
6 sent in both

Omitted
- message 17  1 of 700 tokens  cut
- step 3  1 of 1,940 tokens  evicted
~ messages 1-14  14 of 5,000 tokens  window → messages 1-15  15 of 5,120 tokens  window
`.trim(),
    );
  });

  test('other tools, or the same ones forbidden -> named', () => {
    const first = explainedCall();
    const forbidden = explainedCall({ manifest: { isToolless: true } });
    const none = explainedCall({ manifest: { tools: null } });
    const show = (second: typeof first): string =>
      formatExplanationDiff(
        { first, second, diff: diffExplanations({ first: first.context, second: second.context }) },
        PLAIN_VIEW,
      );
    expect(show(forbidden)).toContain('~ tools: different descriptions');
    expect(show(none)).toContain('- tool find\n- tool read');
    expect(show(first)).toContain('Both calls sent the same messages');
  });

  test('a call of another policy -> its figures are unknown', () => {
    const [first, second] = [explainedCall({ manifest: { policy: 2 } }), explainedCall()];
    const diff = diffExplanations({ first: first.context, second: second.context });
    expect(formatExplanationDiff({ first, second, diff }, PLAIN_VIEW)).toMatch(/window +unknown +10,000/);
  });
});
