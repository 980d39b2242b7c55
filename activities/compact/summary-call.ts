import { ApplicationFailure } from '@temporalio/activity';
import { visibleText } from '../../context/message/trace-content.js';
import { claimModelCall } from '../../store/calls/claim-model-call.js';
import { findModelCall } from '../../store/calls/find-model-call.js';
import type { Database } from '../../store/database.js';
import { askModel, type PlainAnswer } from '../ask-model.js';
import type { ActivityDependencies } from '../dependencies.js';
import { createModelFailures } from '../agent/call/model-failures.js';
import { renderContext } from '../agent/call/render-context.js';
import type { RunningCall } from '../agent/call/running-call.js';
import { NO_TEXT } from '../agent/call/stream-writer.js';
import { createStoreAnswer } from '../agent/call/store-answer.js';
import { planSummaryCall, type SummaryRequest } from './plan-summary-call.js';
import type { SummaryJob } from './summary-job.js';
import { toAnswered, toFailed, type SummaryCallOutcome } from './summary-outcome.js';

export type SummaryCall = (job: SummaryJob, request: SummaryRequest) => Promise<SummaryCallOutcome>;

export function createSummaryCall(dependencies: ActivityDependencies): SummaryCall {
  const { db } = dependencies;
  const failures = createModelFailures(dependencies);
  const storeAnswer = createStoreAnswer(dependencies);

  return async function callForSummary(job, request) {
    const key = { executionId: job.execution.id, step: request.step };
    const known = await findModelCall(db, key);
    if (!known) {
      const refused = await planSummaryCall(db, job, request);
      if (refused !== undefined) return { kind: 'budget-exceeded', reason: refused };
    }
    const claimed = await claimModelCall(db, key);
    if (!claimed) return readStoredOutcome(db, key);
    return perform(job, request, { ...claimed, ...key, workflowId: job.workflowId });
  };

  async function perform(
    { execution }: SummaryJob,
    { maxOutputTokens }: SummaryRequest,
    call: RunningCall,
  ): Promise<SummaryCallOutcome> {
    const request = await renderContext(db, execution, call.manifest);
    let answer: PlainAnswer;
    const startedMs = Date.now();
    try {
      const { systemTokens, toolTokens, tokens } = call.manifest;
      answer = await askModel(dependencies, {
        model: call.model,
        options: { ...request, maxOutputTokens },
        inputTokens: systemTokens + toolTokens + tokens,
      });
    } catch (error) {
      return toFailedOutcome(failures, { error, call, startedMs, rootBudgetId: execution.rootBudgetId });
    }
    const { response, visible, thinking } = answer;
    const streamed = { ...NO_TEXT, visible, thinking, hasChunks: false };
    const firstTokenMs = Date.now() - startedMs;
    await storeAnswer({ call, response, execution, startedMs, firstTokenMs, streamed });
    return toAnswered(visible, response.toolCalls.length > 0);
  }
}

async function toFailedOutcome(
  failures: ReturnType<typeof createModelFailures>,
  failed: { error: unknown; call: RunningCall; startedMs: number; rootBudgetId: number | null },
): Promise<SummaryCallOutcome> {
  const failure = await failures.toThrow({
    ...failed,
    streamed: NO_TEXT,
    storeError: undefined,
    // One try, because PastSummary retries failed calls itself.
    maxTries: 1,
  });
  if (!(failure instanceof ApplicationFailure) || !failure.type?.startsWith('Model.')) throw failure;
  return toFailed(failure.type, failure.message, failure.details?.[0]);
}

async function readStoredOutcome(
  db: Database,
  key: { executionId: number; step: number },
): Promise<SummaryCallOutcome> {
  const stored = await findModelCall(db, key);
  if (stored?.status === 'completed' && stored.content !== null)
    return toAnswered(
      visibleText(stored.content),
      stored.content.some((part) => part.type === 'tool-call'),
    );
  return toFailed(stored?.errorType ?? '', stored?.errorMessage ?? 'The call did not end', undefined);
}
