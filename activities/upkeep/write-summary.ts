import { log } from '@temporalio/activity';
import type { FlowDefinition } from '../../flow/definition.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import type { SettledSummary } from '../../protocol/activities/upkeep.js';
import type { Database } from '../../store/database.js';
import { recordSummaryAttempt } from '../../store/summaries/adopt-summary.js';
import type { SummaryWork } from '../../store/summaries/summary-due.js';
import type { AnsweredBy } from '../../store/summaries/summary-source.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countSummary } from '../count-metrics.js';
import { createAskSummarizer } from './ask-summarizer.js';
import { planFold, type Fold } from './plan-fold.js';
import { settleSummary } from './settle-summary.js';
import { toSummarizer, type Summarizer } from './summarizer.js';
import { traceUpkeepCall, type TracedCall } from './trace-upkeep-call.js';

export interface SummaryJob {
  work: SummaryWork;
  flow: FlowDefinition;
  answeredBy: Pick<AnsweredBy, 'nodeId'>;
  existing: string | undefined;
  isForThreads: boolean;
}

interface FailedFold {
  fold: Fold;
  reason: string;
}

const ROOM_SHARES = [1, 0.5, 0.25];
const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: '0' };

export function createWriteSummary(dependencies: ActivityDependencies) {
  const { db, onPoint } = dependencies;
  const ask = createAskSummarizer(dependencies, 'summary');

  return async function writeSummary(job: SummaryJob): Promise<SettledSummary> {
    const { work, flow, answeredBy, existing, isForThreads } = job;
    const summarizer = toSummarizer(flow, { answeredBy, budget: work.budget });
    let failed: FailedFold | undefined;
    let traced: TracedCall | undefined;
    for (const share of ROOM_SHARES) {
      const fold = await planFold(db, { work, existing, summarizer, share });
      if (!fold) break;
      if (fold.cut && !historySettings(flow).retrieval) {
        failed = { fold, reason: unfoundReason(fold.cut) };
        break;
      }
      const asked = await ask(fold.request, summarizer);
      traced = asked.traced && { ...asked.traced, before: traced };
      const answer = { ...asked, traced };
      if (answer.kind === 'answered') {
        await onPoint?.('summarizeThread.answered');
        return tell(await settleSummary(db, { work, summarizer, fold, answer, isForThreads }), fold.way);
      }
      failed = { fold, ...answer };
      if (answer.kind === 'failed') break;
    }
    return tell(await storeFailure(db, job, { summarizer, failed, traced }), failed?.fold.way);
  };
}

async function storeFailure(
  db: Database,
  { work, isForThreads }: SummaryJob,
  {
    summarizer,
    failed,
    traced,
  }: { summarizer: Summarizer; failed: FailedFold | undefined; traced: TracedCall | undefined },
): Promise<SettledSummary> {
  const { conversationId, position, base, budget, through } = work;
  const way = failed?.fold.way ?? (base.ordinal === null ? 'summarize' : 'merge');
  const stored = await recordSummaryAttempt(db, {
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
  traceUpkeepCall(traced, stored);
  return { status: 'failed' };
}

/** A summary may cover a cut message only if retrieval can find the omitted part. */
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
