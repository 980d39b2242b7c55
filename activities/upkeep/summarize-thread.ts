import { loadSummaryHead } from '../../store/summaries/summary-head.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { servedWorkflowId } from './served-workflow-id.js';
import { findAbove } from './find-above.js';
import { findUpkeep } from './find-upkeep.js';
import type { RuleDependencies } from './summary-rule.js';
import { createWriteSummary, type SummaryJob } from './write-summary.js';
import type { SummarizeThreadInput, SummarizeThreadResult } from '../../protocol/activities/upkeep.js';

export function createSummarizeThread(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  const writeSummary = createWriteSummary(dependencies);

  return async function summarizeThread(input: SummarizeThreadInput): Promise<SummarizeThreadResult> {
    const workflowId = servedWorkflowId();
    const details = (): object => ({ phase: 'summarizing' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const job = await findJob(dependencies, { workflowId, ...input });
      if (!job) return { status: 'nothing' };
      await onPoint?.('summarizeThread.before');
      const result = await writeSummary(job);
      await onPoint?.('summarizeThread.adopted');
      const isDone = result.status === 'adopted' && result.more === undefined;
      return isDone && (await findAbove(db, workflowId)) ? { ...result, more: NOTHING_OWN } : result;
    });
  };
}

/** As `through`: only parent conversations still need a summary. */
const NOTHING_OWN = 0;

async function findJob(
  worker: RuleDependencies,
  { workflowId, through }: SummarizeThreadInput & { workflowId: string },
): Promise<SummaryJob | undefined> {
  const { db } = worker;
  const own = await findUpkeep(worker, { workflowId, through });
  const head = own && (await loadSummaryHead(db, own.work.conversationId));
  // After a branch switch, the newest summary may belong to another branch.
  if (own && head && (head.summary?.ordinal ?? null) === own.work.base.ordinal)
    return { ...own, existing: head.summary?.content, isForThreads: false };
  const above = await findAbove(db, workflowId);
  return above && { ...above, isForThreads: true };
}
