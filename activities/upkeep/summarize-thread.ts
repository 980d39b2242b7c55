import { log } from '@temporalio/activity';
import { historySettings } from '../../flow/settings/history-settings.js';
import type { Database } from '../../store/database.js';
import { recordSummaryAttempt } from '../../store/summaries/adopt-summary.js';
import { loadSummaryHead } from '../../store/summaries/summary-head.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countSummary } from '../metrics.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { createAskSummarizer } from './ask-summarizer.js';
import { servedWorkflowId } from './served-workflow-id.js';
import { findAbove } from './find-above.js';
import { findUpkeep, type FoundUpkeep } from './find-upkeep.js';
import { planFold, type Fold } from './plan-fold.js';
import { settleSummary } from './settle-summary.js';
import { toSummarizer, type Summarizer } from './summarizer.js';
import type {
  SummarizeThreadInput,
  SummarizeThreadResult,
  SettledSummary,
} from '../../protocol/activities/upkeep.js';

/** Shares of the room that are tried when the provider finds a request too long. */
const ROOM_SHARES = [1, 0.5, 0.25];
const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: '0' };

/**
 * Brings a thread's summary on by one call: the oldest messages that it does not cover, up to the newest answered
 * one; where that is done, makes one that the thread needs of what stands above it. Whatever goes wrong leaves the summary
 * that stands, and a row that says why; only a cancel, the store or the worker fail the Activity. What an earlier attempt
 * of it stored is not asked for again: the rows say what is due.
 */
export function createSummarizeThread(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  const ask = createAskSummarizer(dependencies);

  return async function summarizeThread(input: SummarizeThreadInput): Promise<SummarizeThreadResult> {
    const workflowId = servedWorkflowId();
    const details = (): object => ({ phase: 'summarizing' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const job = await findJob(db, { workflowId, ...input });
      if (job === undefined) return { status: 'nothing' };
      await onPoint?.('summarizeThread.before');
      const result = await summarize(job);
      await onPoint?.('summarizeThread.adopted');
      const isDone = result.status === 'adopted' && result.more === undefined;
      return isDone && (await findAbove(db, workflowId)) !== undefined
        ? { ...result, more: NOTHING_OWN }
        : result;
    });
  };

  async function summarize(job: SummaryJob): Promise<SettledSummary> {
    const { work, flow, answeredBy, existing, isForThreads } = job;
    const summarizer = toSummarizer(flow, { answeredBy, budget: work.budget });
    let failed: { fold: Fold; reason: string } | undefined;
    for (const share of ROOM_SHARES) {
      const fold = await planFold(db, { work, existing, summarizer, share });
      if (fold === undefined) break;
      if (fold.cut !== undefined && historySettings(flow).retrieval === undefined) {
        failed = { fold, reason: unfoundReason(fold.cut) };
        break;
      }
      const answer = await ask(fold.request, summarizer);
      if (answer.kind === 'answered') {
        await onPoint?.('summarizeThread.answered');
        return tell(await settleSummary(db, { work, summarizer, fold, answer, isForThreads }), fold.way);
      }
      failed = { fold, reason: answer.reason };
      if (answer.kind === 'failed') break;
    }
    return tell(await storeFailure(db, job, { summarizer, failed }), failed?.fold.way);
  }
}

/** Asks for another call, and begins to cover no message of the thread's own. */
const NOTHING_OWN = 0;

/** A summary that is due. */
interface SummaryJob extends FoundUpkeep {
  /** The summary that it goes on from. */
  existing: string | undefined;
  /** It is of what stands above the thread. */
  isForThreads: boolean;
}

/** The thread's own summary comes first. */
async function findJob(
  db: Database,
  { workflowId, through }: SummarizeThreadInput & { workflowId: string },
): Promise<SummaryJob | undefined> {
  const own = await findUpkeep(db, { workflowId, through });
  const head = own && (await loadSummaryHead(db, own.work.conversationId));
  // Where another branch was gone to in between, the summary is of that one.
  if (own !== undefined && head !== undefined && (head.summary?.ordinal ?? null) === own.work.base.ordinal)
    return { ...own, existing: head.summary?.content, isForThreads: false };
  const above = await findAbove(db, workflowId);
  return above && { ...above, isForThreads: true };
}

/** Stores a row that says why there is no new summary. */
async function storeFailure(
  db: Database,
  { work, isForThreads }: SummaryJob,
  { summarizer, failed }: { summarizer: Summarizer; failed: { fold: Fold; reason: string } | undefined },
): Promise<SettledSummary> {
  const { conversationId, position, base, budget, through } = work;
  const way = failed?.fold.way ?? (base.ordinal === null ? 'summarize' : 'merge');
  await recordSummaryAttempt(db, {
    conversationId,
    position,
    base,
    budget,
    way: isForThreads ? 'thread' : way,
    coversThrough: failed?.fold.coversThrough ?? through,
    model: summarizer.model,
    usage: NO_USAGE,
    status: 'failed',
    reason: failed?.reason ?? "The model's window has no room for a message",
  });
  return { status: 'failed' };
}

/** A summary may not cover a message whose rest neither the summary holds nor a search finds. */
function unfoundReason({ seq, leftTokens }: NonNullable<Fold['cut']>): string {
  return (
    `Message ${seq} has ${leftTokens} tokens more than one call takes, and nothing would find them: switch retrieval on, ` +
    'or give the summaries a model with a larger window'
  );
}

function tell(settled: SettledSummary, way = 'merge'): SettledSummary {
  countSummary({ way, status: settled.status });
  log.info('Summary ended', { way, ...settled });
  return settled;
}
