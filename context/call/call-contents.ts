import type { LeftRange } from '../message/left.js';
import type { ContextPlan } from '../plan/plan-context.js';
import type { ThreadText } from '../sent/sources.js';
import type { AskedSummary } from './ask-summary.js';
import type { CompactionSummary, HistoryRules, StepRow } from './call-rows.js';
import type { LeadingText } from './leading-texts.js';
import type { RenderedRows } from './render-rows.js';

export interface CallContents extends Omit<RenderedRows, 'left'> {
  compaction: (CompactionSummary & { summary: string }) | undefined;
  leading: readonly LeadingText[];
  currentSeq: number | null;
  history: HistoryRules | undefined;
  asked: AskedSummary | undefined;
  warnings: readonly string[];
  left: readonly LeftRange[];
  hasSpilled: boolean;
  trace: readonly StepRow[];
  thread: readonly ThreadText[];
  omitted: ReadonlySet<number>;
  inputs: ReadonlyMap<string, unknown>;
  answers: ReadonlyMap<number, string>;
}

/** True if the call contains all messages to summarize in full. */
export function isSentWhole(
  asked: AskedSummary,
  { contents, plan }: { contents: CallContents; plan: ContextPlan },
): boolean {
  const { entries, references, placeholders, omitted } = contents;
  if (plan.cut || plan.verdict !== 'ready') return false;
  const sent = new Set(plan.entries.map(({ index }) => index));
  const skipOmitted = (seq: number): number => {
    let next = seq;
    while (omitted.has(next)) next += 1;
    return next;
  };
  let next = skipOmitted(asked.base.coversThrough + 1);
  for (const { index } of entries) {
    const reference = references[index];
    if (reference?.from !== 'conversation' || reference.seq < next) continue;
    if (reference.seq > next || !sent.has(index) || placeholders.has(index)) return false;
    next = skipOmitted(next + 1);
  }
  return next > asked.coversThrough;
}
