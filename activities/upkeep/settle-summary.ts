import { summaryProblem, type SummaryProblem } from '../../context/summary/summary-problem.js';
import { countTextTokens } from '../../models/counting/count-tokens.js';
import type { Database } from '../../store/database.js';
import { adoptForThreads, adoptSummary, recordSummaryAttempt } from '../../store/summaries/adopt-summary.js';
import type { SummaryWork } from '../../store/summaries/summary-due.js';
import { composeWithFacts } from '../compose-with-facts.js';
import type { SummarizerAnswer } from './ask-summarizer.js';
import type { Fold } from './plan-fold.js';
import type { Summarizer } from './summarizer.js';
import { traceUpkeepCall } from './trace-upkeep-call.js';
import type { SettledSummary } from '../../protocol/activities/upkeep.js';

export interface SettleSummaryInput {
  work: SummaryWork;
  summarizer: Summarizer;
  fold: Fold;
  answer: Extract<SummarizerAnswer, { kind: 'answered' }>;
  isForThreads: boolean;
}

const PROBLEMS: Record<SummaryProblem, string> = {
  blank: 'The model returned no text',
  error: 'The model returned an error text instead of a summary',
  refusal: 'The model refused to summarize',
  markup: 'The model returned markup instead of a summary',
  echo: 'The model repeated its input',
};

/** Also stores an invalid summary, with the reason. */
export async function settleSummary(db: Database, input: SettleSummaryInput): Promise<SettledSummary> {
  const { work, fold, answer, summarizer } = input;
  const { conversationId, position, base, budget } = work;
  const attempt = {
    conversationId,
    position,
    base,
    budget,
    way: input.isForThreads ? ('thread' as const) : fold.way,
    coversThrough: fold.coversThrough,
    model: summarizer.model,
    usage: answer.usage,
  };
  const reason = whyUnusable(input);
  if (reason !== undefined) return reject(reason);
  const composed = await composeWithFacts(db, {
    conversationId,
    branch: base.branch,
    text: answer.text,
    budget,
    after: work.clearedThrough,
    through: base.coversThrough,
    // Facts of earlier messages are stored already.
    messages: fold.messages.filter(({ seq }) => seq > base.coversThrough),
  });
  if (composed.content === '') return reject(PROBLEMS.blank);
  const note = wordNote(fold);
  const adopt = input.isForThreads ? adoptForThreads : adoptSummary;
  const outcome = await db.transaction().execute((trx) => adopt(trx, { ...attempt, ...composed, note }));
  traceUpkeepCall(answer.traced, outcome.kind === 'gone' ? undefined : outcome);
  if (outcome.kind !== 'adopted') return { status: 'superseded' };
  return { status: 'adopted', ...(fold.coversThrough < work.through && { more: work.through }) };

  async function reject(problem: string): Promise<SettledSummary> {
    const stored = await recordSummaryAttempt(db, { ...attempt, status: 'unusable', reason: problem });
    traceUpkeepCall(answer.traced, stored);
    return { status: 'unusable' };
  }
}

function whyUnusable({ answer, fold, work, summarizer }: SettleSummaryInput): string | undefined {
  if (answer.isFiltered) return "The provider's content filter ended the summary";
  // A summary that reached its limit is cut at a topic. A shorter one was cut off for another reason, such as
  // long thinking.
  const room = Math.min(work.budget, Math.floor(summarizer.maxOutputTokens / summarizer.tokenFactor / 2));
  if (answer.isCutOff && countTextTokens(answer.text) < room)
    return 'The summary was cut off before it was complete';
  const problem = summaryProblem(answer.text, { request: fold.transcript });
  return problem && PROBLEMS[problem];
}

function wordNote({ cut }: Fold): string | undefined {
  return (
    cut &&
    `Of message ${cut.seq} ${cut.leftTokens} tokens were more than one call takes: they are in the index alone`
  );
}
