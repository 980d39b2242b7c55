import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../setup/property-runs.js';
import { callDraft } from './arbitrary-call.js';
import { propertySeed } from './assert-plans.js';
import { planDraft, type CallDraft } from './call-case.js';
import { checkLabel } from './call-properties.js';

const RUNS = propertyRuns(150, 3_000);
const seed = propertySeed();

describe('planCall', () => {
  test(`${RUNS} generated calls (PROPERTY_SEED=${seed}), headings of any size -> the heading names the first message sent`, () => {
    let labeled = 0;
    const weights = fc.array(fc.constantFrom(0, 0, 1, 30, 150), { minLength: 17, maxLength: 17 });
    fc.assert(
      fc.property(callDraft(), weights, (draft, weigh) => {
        const planned = planDraft({ ...withSummary(draft), weighHeading: (seq) => weigh[seq] ?? 0 });
        if (planned === undefined) return;
        if (planned.planned.manifest.sent.some(({ from }) => from === 'summary')) labeled += 1;
        const broken = checkLabel(planned);
        if (broken !== undefined) throw new Error(broken);
      }),
      { numRuns: RUNS, seed, includeErrorInReport: true },
    );
    expect(labeled).toBeGreaterThan(RUNS / 4);
  });
});

function withSummary(draft: CallDraft): CallDraft {
  const { thread, execution, node } = draft;
  const covered = Math.max(execution.coversThrough ?? 0, Math.min(2, thread.length - 1));
  const summaries = node.history.summaries ?? { inline: false, every: 'window', tokens: [20] };
  return {
    ...draft,
    compaction: undefined,
    execution: {
      ...execution,
      clearedThrough: 0,
      coversThrough: covered,
      summaryOrdinal: covered > 0 ? 3 : null,
    },
    node: { ...node, seesHistory: true, history: { ...node.history, summaries } },
  };
}
