import type { SentDirective } from '../../../context/sent/directive.js';
import { parseMeta } from '../../../context/summary/parse-meta.js';
import { putUnderTopic } from '../../../context/summary/topics.js';
import { summaryProblem } from '../../../context/summary/summary-problem.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { FailedInlineSummary, InlineSummary } from '../../../store/summaries/store-inline-summary.js';
import type { SummaryAttempt } from '../../../store/summaries/adopt-summary.js';
import { loadMessageRange } from '../../../store/conversation/load-window.js';
import type { StreamedText } from './stream-writer.js';
import { composeWithFacts } from '../../compose-with-facts.js';

const NO_SUMMARY = 'The model appended no summary to its answer';
const NO_ANSWER = 'The model wrote a summary but no answer';
const OVERRUN = 'The summary exceeded its token limit, and the call was stopped';
const STRAY =
  'The appended summary lacks the key that the request asked for: it may be copied from an earlier text';

export interface InlineSummaryInput {
  execution: Pick<ExecutionFacts, 'conversationId' | 'position' | 'clearedThrough'>;
  directive: SentDirective;
  streamed: Pick<StreamedText, 'meta' | 'hasStrayMeta'>;
  isOverrun: boolean;
  isCutOff: boolean;
  model: string;
}

export async function readInlineSummary(
  db: Database,
  input: InlineSummaryInput,
): Promise<InlineSummary | undefined> {
  const { directive, streamed, isCutOff, isOverrun, model, execution } = input;
  const { meta } = streamed;
  const begun = toAttempt({ execution, directive, streamed, model });
  if (!begun) return undefined;
  const attempt: SummaryAttempt = begun;
  const { base, coversThrough, budget } = directive;
  const { conversationId } = attempt;
  const { summary, title: given } = parseMeta(meta);
  const title = isCutOff ? undefined : given;
  const reason = findProblem({ summary, streamed, isCutOff, isOverrun });
  if (summary === undefined || reason) return unusable(reason ?? NO_SUMMARY);
  const messages = await loadMessageRange(db, {
    conversationId,
    first: base.coversThrough + 1,
    last: coversThrough,
  });
  const composed = await composeWithFacts(db, {
    conversationId,
    text: putUnderTopic(summary, title ?? 'Conversation'),
    budget,
    messages,
    after: execution.clearedThrough ?? 0,
    through: base.coversThrough,
  });
  if (composed.content === '') return unusable(NO_SUMMARY);
  return { summary: { ...attempt, ...composed }, title };

  function unusable(why: string): InlineSummary {
    return { attempt: { ...attempt, status: 'unusable', reason: why }, title };
  }
}

/** A summary is not used if the model wrote no visible answer. */
export function unansweredSummary({
  directive,
  isOverrun,
  ...attempted
}: Pick<InlineSummaryInput, 'execution' | 'streamed' | 'isOverrun' | 'model'> & {
  directive: SentDirective | undefined;
}): FailedInlineSummary | undefined {
  const attempt = directive && toAttempt({ ...attempted, directive });
  if (!attempt) return undefined;
  const reason = isOverrun ? OVERRUN : NO_ANSWER;
  return { attempt: { ...attempt, status: 'unusable', reason }, title: undefined };
}

function toAttempt({
  execution,
  directive,
  streamed,
  model,
}: Pick<InlineSummaryInput, 'execution' | 'directive' | 'streamed' | 'model'>): SummaryAttempt | undefined {
  const { conversationId, position } = execution;
  if (conversationId === null || position === null) return undefined;
  const { base, coversThrough, budget, tokens } = directive;
  const outputTokens = countTextTokens(streamed.meta);
  const usage = { inputTokens: tokens, cachedInputTokens: 0, outputTokens, cost: '0' };
  return { conversationId, position, way: 'inline', base, coversThrough, budget, model, usage };
}

function findProblem({
  summary,
  streamed,
  isCutOff,
  isOverrun,
}: Pick<InlineSummaryInput, 'streamed' | 'isCutOff' | 'isOverrun'> & { summary: string | undefined }) {
  if (isOverrun) return OVERRUN;
  if (isCutOff) return 'The answer was cut off before its summary was complete';
  if (streamed.hasStrayMeta) return STRAY;
  if (summary === undefined) return NO_SUMMARY;
  return summaryProblem(summary, { request: '' }) && 'The appended text is not a summary';
}
