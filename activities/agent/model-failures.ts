import { ApplicationFailure, Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { toModelFailure } from '../../models/to-model-failure.js';
import { cancelModelCall, recordModelFailure } from '../../store/model-calls.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countModelFailure } from '../metrics.js';
import type { RunningCall } from './running-call.js';
import { countContent, toTraceContent } from './to-trace-content.js';

/** Tries that a failing model gets; restarts of a worker do not count. */
const MAX_MODEL_TRIES = 4;

export interface FailedTry {
  call: RunningCall;
  /** What the model had said. */
  said: { visible: string; thinking: string };
  error: unknown;
  /** Why writing the stream failed, when that is what ended the call. */
  storeError: unknown;
}

/** Decides what the failure of a model call means: the user's stop, a worker that goes, the store, the model. */
export function createModelFailures({ db, timing }: ActivityDependencies) {
  return {
    /** Records the failure and returns what the Activity throws. */
    async toThrow({ call, said, error, storeError }: FailedTry): Promise<unknown> {
      if (Context.current().cancellationSignal.aborted) return toCancelled(call, said);
      if (storeError !== undefined) return storeError;
      return toFailure(call, error);
    },
  };

  /** Only a user's stop ends the call; a worker that shuts down or was timed out leaves it to the next attempt. */
  async function toCancelled(call: RunningCall, said: FailedTry['said']): Promise<unknown> {
    const { cancellationSignal, cancellationDetails } = Context.current();
    if (cancellationDetails?.cancelRequested !== true)
      return ApplicationFailure.create({
        type: 'Worker.Stopped',
        message: 'The worker stopped during the model call',
        nextRetryDelay: 1,
        category: 'BENIGN',
      });
    const content = toTraceContent({ content: [] }, said);
    await cancelModelCall(db, { ...call, content, tokenCount: countContent(content) });
    const { reason } = cancellationSignal;
    return reason instanceof CancelledFailure ? reason : new CancelledFailure('The model call was cancelled');
  }

  async function toFailure(call: RunningCall, error: unknown): Promise<ApplicationFailure> {
    const failure = toModelFailure(error);
    const type = failure.type ?? 'Model.Unavailable';
    const tries = call.failures + 1;
    const isFinal = failure.nonRetryable === true || tries >= MAX_MODEL_TRIES;
    await recordModelFailure(db, { ...call, type, message: failure.message, isFinal });
    countModelFailure(call.model, type);
    log.warn('Model call failed', { step: call.step, model: call.model, type, tries, isFinal });
    return ApplicationFailure.create({
      type,
      message: failure.message,
      nonRetryable: isFinal,
      details: failure.details ?? [],
      cause: failure.cause,
      nextRetryDelay: failure.nextRetryDelay ?? timing.retryMs * 2 ** call.failures,
    });
  }
}
