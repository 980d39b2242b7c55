import { log } from '@temporalio/activity';
import { historySettings } from '../../flow/settings/history-settings.js';
import type { Database } from '../../store/database.js';
import { recordSummaryAttempt } from '../../store/summaries/adopt-summary.js';
import { loadSummaryHead } from '../../store/summaries/summary-head.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countSummary } from '../metrics.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { createAskSummarizer } from './ask-summarizer.js';
import { callerConversationId } from './conversation-of.js';
import { findUpkeep, type FoundUpkeep } from './find-upkeep.js';
import { planFold, type Fold } from './plan-fold.js';
import { settleSummary } from './settle-summary.js';
import { summarizerOf, type Summarizer } from './summarizer.js';
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
 * one. Whatever goes wrong leaves the summary that stands, and a row that says why; only a cancel, the store or the
 * worker fail the Activity. What an earlier attempt of it stored is not asked for again: the rows say what is due.
 */
export function createSummarizeThread(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  const ask = createAskSummarizer(dependencies);

  return async function summarizeThread(input: SummarizeThreadInput): Promise<SummarizeThreadResult> {
    const workflowId = callerConversationId();
    const details = (): object => ({ phase: 'summarizing' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const found = await findUpkeep(db, { workflowId, through: input.through });
      if (found === undefined) return { status: 'nothing' };
      await onPoint?.('summarizeThread.before');
      const result = await summarize(found);
      await onPoint?.('summarizeThread.adopted');
      return result;
    });
  };

  async function summarize(found: FoundUpkeep): Promise<SummarizeThreadResult> {
    const { work, flow, answeredBy } = found;
    const head = await loadSummaryHead(db, work.conversationId);
    if (head === undefined) return { status: 'nothing' };
    const summarizer = summarizerOf(flow, { answeredBy, budget: work.budget });
    let failed: { fold: Fold; reason: string } | undefined;
    for (const share of ROOM_SHARES) {
      const fold = await planFold(db, { work, head, summarizer, share });
      if (fold === undefined) break;
      if (fold.cut !== undefined && historySettings(flow).retrieval === undefined) {
        failed = { fold, reason: unfoundReason(fold.cut) };
        break;
      }
      const answer = await ask(fold.request, summarizer);
      if (answer.kind === 'answered') {
        await onPoint?.('summarizeThread.answered');
        return tell(await settleSummary(db, { work, summarizer, fold, answer }), fold.way);
      }
      failed = { fold, reason: answer.reason };
      if (answer.kind === 'failed') break;
    }
    return tell(await storeFailure(db, found, { summarizer, failed }), failed?.fold.way);
  }
}

/** Stores a row that says why there is no new summary. */
async function storeFailure(
  db: Database,
  { work }: FoundUpkeep,
  { summarizer, failed }: { summarizer: Summarizer; failed: { fold: Fold; reason: string } | undefined },
): Promise<SettledSummary> {
  const { conversationId, position, base, budget, through } = work;
  await recordSummaryAttempt(db, {
    conversationId,
    position,
    base,
    budget,
    way: failed?.fold.way ?? (base.ordinal === null ? 'summarize' : 'merge'),
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
