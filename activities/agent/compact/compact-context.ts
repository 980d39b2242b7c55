import { log } from '@temporalio/activity';
import type { CallContents } from '../../../context/call/call-contents.js';
import { planCall } from '../../../context/call/plan-call.js';
import { compactionParts } from '../../../context/compaction/plan-compaction.js';
import { withoutTouched } from '../../../context/compaction/touched-part.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { findBase } from '../../../flow/execution/step-blocks.js';
import { trajectorySettings } from '../../../flow/settings/trajectory-settings.js';
import type { CompactContextInput, CompactContextResult } from '../../../protocol/activities/agent.js';
import { insertCompaction, loadCompactions, type CompactionRow } from '../../../store/calls/compactions.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import { notifyExecution } from '../../../store/notify.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { countCompaction } from '../../metrics.js';
import { withHeartbeat } from '../../with-heartbeat.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { toCompactionRow } from './compaction-row.js';
import { loadCall } from '../plan/load-call.js';
import { loadNode } from '../plan/load-node.js';
import { loadPlannedTools } from '../plan/load-planned-tools.js';
import { makeCounters, createPrepareCall } from '../plan/prepare-call.js';
import { createSummarizer } from './summarize-past.js';
import { touchedSoFar } from '../tools/touched-so-far.js';

/**
 * Summarizes what an execution has seen, for its next calls to start from. Whatever goes wrong leaves the
 * context as it was; only a cancel, the store or the worker fail the Activity. What is stored of an earlier
 * attempt is not asked for again.
 */
export function createCompactContext(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  const compact = createCompact(dependencies);

  return async function compactContext(input: CompactContextInput): Promise<CompactContextResult> {
    const workflowId = callerWorkflowId();
    const details = (): object => ({ phase: 'compacting' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const execution = await loadExecution(db, workflowId);
      // The first from here on: after a reset there may be later ones.
      const known = (await loadCompactions(db, execution.id)).findLast(
        ({ step }) => step >= input.step && findBase(step) === findBase(input.step),
      );
      if (known !== undefined) return { steps: known.step - input.step + 1, status: known.status };
      const { row, steps } = await compact(execution, { ...input, workflowId });
      await onPoint?.('compactContext.summarized');
      await insertCompaction(db, { executionId: execution.id, ...row });
      await notifyExecution(db, workflowId);
      tell(row);
      return { steps, status: row.status };
    });
  };
}

/** Makes the function that plans the call that is due as if nothing were summarized, and summarizes its past. */
function createCompact(dependencies: ActivityDependencies) {
  const { db, settings, embedder } = dependencies;
  const prepareCall = createPrepareCall(dependencies);
  const summarize = createSummarizer(dependencies);

  return async function compact(
    execution: ExecutionFacts,
    {
      step,
      nodeId,
      iteration = '',
      queued,
      fallback,
      workflowId,
    }: CompactContextInput & { workflowId: string },
  ): Promise<{ row: CompactionRow; steps: number }> {
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const node = await loadNode(db, { execution, flow, at: { nodeId, iteration, step, queued, fallback } });
    const { config, seesHistory } = node;
    const counting = findCounting(config.model);
    const call = { execution, node, step, embedder, counting, ignoresCompaction: false };
    const { contents } = await loadCall(db, call);
    const how = { isToolless: false, budgetShare: 1, note: undefined };
    const plannedTools = await loadPlannedTools(dependencies, call);
    const planned = planCall(prepareCall({ node, contents, counting, plannedTools, ...how }));
    const { window, reserve } = planned.manifest;
    const counters = makeCounters(config.model);
    const { past, kept } = compactionParts(planned.plan.viewed, contents);
    const job = { execution, workflowId, nodeId, iteration, step, config, counters };
    const outcome = await summarize({
      ...job,
      isShown: isShown(flow, nodeId),
      past,
      summary: summaryBefore(contents),
      stillFits: planned.plan.total + reserve <= window,
    });
    const hasTable = outcome.kind === 'summary' && trajectorySettings(flow).touched;
    const table = hasTable ? await touchedSoFar(db, { ...job, seesHistory }) : '';
    const compaction = { isOn: settings.isCompactionOn, pct: settings.compactionPct };
    const row = toCompactionRow({ step, outcome, planned, contents, kept, counters, table, compaction });
    return { row, steps: outcome.steps };
  };
}

/** The summary that the new one takes in: an earlier compaction's, or the thread's. */
function summaryBefore({ compaction, leading }: CallContents): string | undefined {
  if (compaction !== undefined) return withoutTouched(compaction.summary);
  return leading.find(({ from }) => from === 'summary')?.text;
}

function tell(row: CompactionRow): void {
  const { step, status, reason, tokensBefore, tokensAfter, messagesBefore, messagesAfter } = row;
  countCompaction(status);
  log.info('Compaction ended', {
    step,
    status,
    reason,
    tokensBefore,
    tokensAfter,
    messagesBefore,
    messagesAfter,
    ratio: tokensAfter === null ? null : Number((tokensAfter / tokensBefore).toFixed(3)),
  });
}
