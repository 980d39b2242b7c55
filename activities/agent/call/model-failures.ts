import { ApplicationFailure, Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { isRefusal } from '../../../models/failures/is-refusal.js';
import type { ModelFailureDetails } from '../../../models/model-failure-types.js';
import { usageCost } from '../../../models/facts/model-table.js';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';
import type { ModelResponse } from '../../../models/stream/read-stream.js';
import { cancelModelCall, recordModelFailure } from '../../../store/calls/end-model-call.js';
import type { FailedInlineSummary } from '../../../store/summaries/store-inline-summary.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { countModelFailure } from '../../count-metrics.js';
import { createMissingOnWorker } from '../../missing-on-worker.js';
import { workerStoppedFailure } from '../../worker-stopped.js';
import { learnLayout } from './learn-layout.js';
import { learnFromRejection } from './learn-count.js';
import type { RunningCall } from './running-call.js';
import { createModelOutages } from './model-outage.js';
import { noteBudgetFailure } from './note-budget-failure.js';
import type { StreamedText } from './stream-writer.js';
import { traceModelCall } from './trace-model-call.js';
import { countContent, toTraceContent } from './to-trace-content.js';

/** Does not count attempts that a worker's restart interrupted. */
export const MAX_MODEL_TRIES = 4;

export interface FailedTry {
  call: RunningCall;
  startedMs: number;
  streamed: Pick<StreamedText, 'visible' | 'thinking' | 'reasoning' | 'isTaggedFirst'>;
  error: unknown;
  paid?: ModelResponse | undefined;
  summary?: FailedInlineSummary | undefined;
  rootBudgetId: number | null;
  maxTries?: number;
  /** The node's fallback replaces a model that is rate limited for longer than this. */
  fallbackAfterMs?: number | undefined;
  silentMs?: number;
  storeError: unknown;
}

export function createModelFailures(dependencies: ActivityDependencies) {
  const { db, timing } = dependencies;
  const outages = createModelOutages(dependencies);
  const findMissing = createFindMissing(dependencies);
  return {
    async toThrow(failed: FailedTry): Promise<unknown> {
      if (Context.current().cancellationSignal.aborted) return toCancelled(failed);
      if (failed.storeError !== undefined) return failed.storeError;
      return (await findMissing(failed)) ?? toFailure(failed);
    },
  };

  /**
   * If a user stopped the call, stores the partial answer. If the worker stopped, the next attempt continues.
   */
  async function toCancelled({ call, streamed, startedMs, rootBudgetId }: FailedTry): Promise<unknown> {
    const { cancellationSignal, cancellationDetails } = Context.current();
    if (cancellationDetails?.cancelRequested !== true) return workerStoppedFailure();
    const budget = { rootBudgetId, onBudgetFailure: noteBudgetFailure };
    if (await cancelModelCall(db, { ...call, ...budget, ...toPartial(streamed) }))
      traceModelCall({ call, startedMs }, { errorType: 'Execution.Cancelled' });
    return asCancelled(cancellationSignal.reason);
  }

  async function toFailure({
    call,
    streamed,
    error,
    startedMs,
    ...how
  }: FailedTry): Promise<ApplicationFailure> {
    const failure = toModelFailure(error);
    const type = toType(failure, how.fallbackAfterMs);
    const tries = call.failures + 1;
    const waitMs = failure.nextRetryDelay ?? timing.retryMs * 2 ** call.failures;
    const isUnavailable = await outages.noteFailure(call.model, failure);
    const isFinal =
      failure.nonRetryable === true ||
      (isUnavailable && how.fallbackAfterMs !== undefined) ||
      tries >= (how.maxTries ?? MAX_MODEL_TRIES) ||
      Number(waitMs) + (how.silentMs ?? 0) > (how.fallbackAfterMs ?? Infinity);
    const budget = { rootBudgetId: how.rootBudgetId, onBudgetFailure: noteBudgetFailure };
    // The rejected answer is stored, because readers have seen it and it was paid for.
    const partial = type === 'Model.InvalidAnswer' ? toPartial(streamed) : undefined;
    const message = isFinal ? describeFinal(call, { reason: failure.message, tries }) : failure.message;
    const details = failure.details?.[0] as ModelFailureDetails | undefined;
    if (details?.layout) learnLayout(call.model, details.layout);
    const known = how.paid && toKnownUsage(call.model, how.paid);
    const isRefused = isRefusal(type, details);
    const record = { ...call, ...budget, ...known, type, message, isFinal, isRefused, partial };
    if (await recordModelFailure(db, { ...record, summary: how.summary }))
      traceModelCall({ call, startedMs }, { ...known, errorType: type });
    if (type === 'Model.ContextOverflow') learnFromRejection(call, failure.message);
    countModelFailure(call.model, type);
    log.warn('Model call failed', { step: call.step, model: call.model, type, tries, isFinal });
    return ApplicationFailure.create({
      type,
      message,
      nonRetryable: isFinal,
      details: failure.details ?? [],
      cause: failure.cause,
      nextRetryDelay: waitMs,
    });
  }
}

function asCancelled(reason: unknown): CancelledFailure {
  return reason instanceof CancelledFailure ? reason : new CancelledFailure('The model call was canceled');
}

function createFindMissing(dependencies: ActivityDependencies) {
  const missingOnWorker = createMissingOnWorker(dependencies);
  return async function findMissing({ call, error }: FailedTry): Promise<ApplicationFailure | undefined> {
    if (!isMissingHere(error)) return undefined;
    const missing = await missingOnWorker({ what: 'model', name: call.model });
    return missing.nonRetryable === true ? undefined : missing;
  };
}

function isMissingHere(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_UNKNOWN_MODEL' || code === 'ERR_MODEL_KEY_MISSING';
}

function describeFinal(
  { nodeId, model }: RunningCall,
  { reason, tries }: { reason: string; tries: number },
): string {
  return `Node '${nodeId}' with ${model}: ${reason}${tries > 1 ? ` (${tries} tries)` : ''}`;
}

function toKnownUsage(model: string, { usage }: ModelResponse) {
  const {
    inputTokens: input,
    cacheReadTokens: cachedInput,
    outputTokens: output,
    reasoningTokens: reasoning,
  } = usage;
  const cost = usageCost({ model, inputTokens: input, outputTokens: output });
  return { usage: { input, cachedInput, output, reasoning }, cost };
}

function toPartial(streamed: FailedTry['streamed']) {
  const reasoning =
    streamed.reasoning === '' ? [] : [{ type: 'reasoning' as const, text: streamed.reasoning }];
  const content = toTraceContent({ content: reasoning }, streamed);
  const { sent: tokenCount, hygiene: hygieneTokens } = countContent(content);
  return { content, tokenCount, hygieneTokens };
}

/** If the node has a fallback, a missing model counts as an outage, so the fallback is called. */
function toType({ type, details }: ApplicationFailure, fallbackAfterMs: number | undefined): string {
  const status = (details?.[0] as ModelFailureDetails | undefined)?.status;
  const isGone = type === 'Model.InvalidRequest' && status === 404 && fallbackAfterMs !== undefined;
  return isGone ? 'Model.Unavailable' : (type ?? 'Model.Unavailable');
}
