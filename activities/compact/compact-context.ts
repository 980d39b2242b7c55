import { log } from '@temporalio/activity';
import type { CallContents } from '../../context/call/call-contents.js';
import { withoutTouched } from '../../context/compaction/touched-part.js';
import { isShown } from '../../flow/graph/is-shown.js';
import { findBase } from '../../flow/execution/step-blocks.js';
import { trajectorySettings } from '../../flow/settings/trajectory-settings.js';
import type { CompactContextInput, CompactContextResult } from '../../protocol/activities/agent.js';
import { insertCompaction, loadCompactions, type CompactionRow } from '../../store/calls/compactions.js';
import { loadExecution, type ExecutionFacts } from '../../store/execution/load-execution.js';
import { notifyExecution } from '../../store/notify.js';
import type { ActivityDependencies } from '../dependencies.js';
import { loadFlow } from '../load-flow.js';
import { countCompaction } from '../count-metrics.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';
import { toCompactionRow } from './compaction-row.js';
import { fillPrompts } from '../agent/plan/fill-prompts.js';
import { loadNode } from '../agent/plan/load-node.js';
import { makeCounters } from '../agent/node-model.js';
import { createDueSource } from '../agent/plan/plan-due-call.js';
import { planFrom } from '../agent/plan/plan-rows.js';
import { createCoverHistory } from './cover-history.js';
import { createSummarizer, type SummaryOutcome } from './summarize-past.js';
import { touchedSoFar } from '../agent/tools/touched-so-far.js';

export function createCompactContext(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  const compact = createCompact(dependencies);

  return async function compactContext(input: CompactContextInput): Promise<CompactContextResult> {
    const workflowId = callerWorkflowId();
    const details = (): object => ({ phase: 'compacting' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const execution = await loadExecution(db, workflowId);
      // After a reset, the execution may have compactions of later steps, which are ignored.
      const known = (await loadCompactions(db, execution.id)).findLast(
        ({ step }) => step >= input.step && findBase(step) === findBase(input.step),
      );
      if (known) return { steps: known.step - input.step + 1, status: known.status };
      const { row, steps } = await compact(execution, { ...input, workflowId });
      await onPoint?.('compactContext.summarized');
      await insertCompaction(db, { executionId: execution.id, ...row });
      await notifyExecution(db, workflowId);
      tell(row);
      return { steps, status: row.status };
    });
  };
}

function createCompact(dependencies: ActivityDependencies) {
  const { db, settings } = dependencies;
  const dueSource = createDueSource(dependencies);
  const coverHistory = createCoverHistory(dependencies);
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
    const at = { nodeId, iteration, step, queued, fallback };
    const node = await loadNode(db, { execution, flow, at, fillPrompts });
    const { config, seesHistory } = node;
    const source = await dueSource({ execution, node, step });
    const { contents, planned } = await planFrom(db, source, { ignoresCompaction: false });
    const { window, reserve } = planned.manifest;
    const counters = makeCounters(config.model);
    const { parts, thread } = await coverHistory({
      execution,
      flow,
      node,
      nodeId,
      contents,
      planned,
      counters,
    });
    const job = { execution, workflowId, nodeId, iteration, step, config, counters };
    const past = thread.kind === 'summarized' ? [...parts.history, ...parts.steps] : parts.steps;
    const summary = summaryBefore(contents, thread);
    const isFree = past.length === 0 && thread.kind === 'covered';
    const stillFits = planned.plan.total + reserve <= window;
    const outcome: SummaryOutcome = isFree
      ? { kind: 'summary', text: summary ?? '', steps: 1 }
      : await summarize({ ...job, isShown: isShown(flow, nodeId), past, summary, stillFits });
    const hasTable = outcome.kind === 'summary' && !isFree && trajectorySettings(flow).touched;
    const table = hasTable ? await touchedSoFar(db, { ...job, seesHistory }) : '';
    const compaction = { isOn: settings.isCompactionOn, pct: settings.compactionPct };
    const how = { step, planned, contents, parts, thread, counters, table, compaction };
    return { row: toCompactionRow({ ...how, outcome }), steps: outcome.steps };
  };
}

function summaryBefore(
  { compaction, leading }: CallContents,
  { kind }: { kind: 'sent' | 'summarized' | 'covered' },
): string | undefined {
  const earlier = compaction && withoutTouched(compaction.summary);
  if (earlier !== undefined && earlier !== '') return earlier;
  return kind === 'summarized' ? leading.find(({ from }) => from === 'summary')?.text : undefined;
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
