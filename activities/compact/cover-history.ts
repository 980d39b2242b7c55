import type { CallContents } from '../../context/call/call-contents.js';
import type { PlannedCall } from '../../context/call/plan-call.js';
import { compactionParts, type CompactionParts } from '../../context/compaction/plan-compaction.js';
import type { Counters } from '../../context/text/counters.js';
import { quoted } from '../../context/text/quoted.js';
import { summaryBudget } from '../../context/summary/summary-budget.js';
import { summaryHeading } from '../../context/summary/summary-heading.js';
import type { Unit } from '../../context/plan/units.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { loadSummaryHead, type SummaryHead } from '../../store/summaries/summary-head.js';
import type { ActivityDependencies } from '../dependencies.js';
import { summaryRule } from '../upkeep/summary-rule.js';
import { createWriteSummary } from '../upkeep/write-summary.js';
import type { LoadedNode } from '../agent/plan/load-node.js';

export type ThreadPart =
  { kind: 'sent' } | { kind: 'summarized' } | { kind: 'covered'; summaryTokens: number };

interface CoverHistoryInput {
  execution: ExecutionFacts;
  flow: FlowDefinition;
  node: LoadedNode;
  nodeId: string;
  contents: CallContents;
  planned: PlannedCall;
  counters: Counters;
}

/**
 * The previous turn's upkeep may store its summary first; then this one starts again, up to this many times.
 */
const MAX_LOST = 3;

/** Stores the compacted history as the conversation's summary for the next turn. */
export function createCoverHistory(dependencies: ActivityDependencies) {
  const { settings } = dependencies;
  const foldThread = createFoldThread(dependencies);

  return async function coverHistory(
    input: CoverHistoryInput,
  ): Promise<{ parts: CompactionParts; thread: ThreadPart }> {
    const { node, contents, planned, counters } = input;
    const { plan, manifest } = planned;
    const parts = compactionParts(plan.viewed, {
      turnStart: contents.turnStart,
      instruction: contents.instruction,
      share: Math.floor((manifest.window * settings.compactionKeepPct) / 100),
      budget: plan.budget,
    });
    const through = listSeqs(parts.history, contents.references).at(-1);
    if (through === undefined) return { parts, thread: { kind: 'sent' } };
    if (!node.history.summaries) return { parts, thread: { kind: 'summarized' } };
    const head = await foldThread(input, through);
    if (!head || head.coversThrough < through) {
      const kept = [...parts.history.flatMap(({ entries }) => entries), ...parts.kept];
      return { parts: { ...parts, history: [], kept }, thread: { kind: 'sent' } };
    }
    const content = summaryHeading(through + 1) + quoted(head.summary?.content ?? '');
    const summaryTokens = head.summary === null ? 0 : counters.countMessage({ role: 'system', content });
    return { parts, thread: { kind: 'covered', summaryTokens } };
  };
}

function createFoldThread(dependencies: ActivityDependencies) {
  const { db } = dependencies;
  const writeSummary = createWriteSummary(dependencies);

  return async function foldThread(
    { execution, flow, nodeId }: CoverHistoryInput,
    through: number,
  ): Promise<SummaryHead | undefined> {
    const { conversationId, branch, position, threadDepth } = execution;
    const rule = summaryRule(dependencies, flow);
    if (conversationId === null || position === null || !rule) return undefined;
    for (let lost = 0; ;) {
      const head = await loadSummaryHead(db, conversationId);
      if (!head || head.coversThrough >= through || lost > MAX_LOST) return head;
      const { coversThrough, clearedThrough, summary } = head;
      const settled = await writeSummary({
        work: {
          conversationId,
          clearedThrough,
          base: { branch, ordinal: summary?.ordinal ?? null, coversThrough },
          through,
          position,
          budget: summaryBudget(threadDepth, rule.tokens),
          isRegeneration: false,
        },
        flow,
        answeredBy: { nodeId },
        existing: summary?.content,
        isForThreads: false,
      });
      if (settled.status === 'superseded') lost += 1;
      else if (settled.status !== 'adopted') return head;
    }
  };
}

export function listSeqs(units: readonly Unit[], references: CallContents['references']): number[] {
  return units.flatMap(({ entries }) =>
    entries.flatMap(({ index }) => {
      const reference = references[index];
      return reference?.from === 'conversation' ? [reference.seq] : [];
    }),
  );
}
