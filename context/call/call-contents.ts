import type { LeftRange } from '../message/left.js';
import type { ContextPlan } from '../plan/plan-context.js';
import type { ThreadText } from '../sent/sources.js';
import { selectStanding } from '../standing/select-standing.js';
import { listToolCalls } from '../message/trace-content.js';
import { askSummary, type AskedSummary } from './ask-summary.js';
import type { CallRoom } from './call-room.js';
import type { CallRows, CompactionSummary, HistoryRules, RowCounters, StepRow } from './call-rows.js';
import { leadRows, type LeadingText } from './leading-texts.js';
import { leftOfRows } from './left-of-rows.js';
import type { LookedUp } from './look-up.js';
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

export function gatherContents(input: {
  rows: CallRows;
  rendered: RenderedRows;
  found: LookedUp;
  room: CallRoom;
  key: string;
  failsSummaries?: boolean | undefined;
  counters: RowCounters;
}): CallContents {
  const { rows, rendered, found, room, key, counters } = input;
  const { failsSummaries: hasFailed } = input;
  const { countText, tokenFactor } = counters;
  const { selected, left: unfit } = selectStanding({
    statements: rows.window?.standing ?? [],
    depth: rows.execution.threadDepth,
    room: room.standing,
    countText,
    tokenFactor,
  });
  const { execution, node, compaction, compacted, steps, window } = rows;
  const leading = leadRows({ rows, standing: selected, found, share: room.leading, countText });
  return {
    ...rendered,
    compaction: compaction && { ...compaction, summary: compaction.summary ?? '' },
    leading,
    currentSeq: execution.currentSeq,
    history: execution.currentSeq === null ? undefined : node.history,
    asked: askSummary({ rows, leading, room, key, hasFailed }),
    warnings: found.warnings,
    left: [...unfit, ...found.above.left, ...leftOfRows(rows, rendered, counters)],
    hasSpilled: [...(compacted ? [compacted] : []), ...steps].some(({ spilledTokens }) => spilledTokens > 0),
    trace: steps,
    thread: (window?.rows ?? []).map(({ seq, role, content, attachments }) => ({
      seq,
      role,
      content,
      attachments,
    })),
    omitted: new Set(window?.omitted),
    inputs: mapInputs(steps),
    answers: new Map(node.answers.map(({ step, text }) => [step, text])),
  };
}

function mapInputs(steps: readonly StepRow[]): Map<string, unknown> {
  const inputs = new Map<string, unknown>();
  for (const { step, role, content } of steps)
    if (role === 'assistant')
      for (const [index, call] of listToolCalls(content).entries())
        inputs.set(`${step}.${index + 1}`, call.input);
  return inputs;
}

/** A summary may only cover what its writer saw whole. */
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
