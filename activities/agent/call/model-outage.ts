import { ApplicationFailure, log } from '@temporalio/activity';
import { errorMessage } from '../../../protocol/error-message.js';
import type { FailureType } from '../../../protocol/failure-types.js';
import { countModelFailure, endModelOutage, takeProbe } from '../../../store/models/model-outages.js';
import type { ActivityDependencies } from '../../dependencies.js';
import type { RunningCall } from './running-call.js';

/**
 * A circuit breaker that all workers share. It skips only models with a fallback: without one, it would only
 * prolong the outage.
 */
export function createModelOutages({ db, timing: { outageMs: openMs } }: ActivityDependencies) {
  return {
    async skipIfDown({ model, outage }: RunningCall, { hasNext }: { hasNext: boolean }): Promise<void> {
      if (outage === null || outage.retryAt === null || !hasNext) return;
      if (outage.isRetryDue && (await takeProbe(db, { model, openMs }))) return;
      const type: FailureType = 'Model.Unavailable';
      throw ApplicationFailure.nonRetryable(
        `The model was skipped, because its last ${outage.failures} tries failed: ${outage.reason}`,
        type,
      );
    },

    async noteFailure(model: string, failure: ApplicationFailure): Promise<boolean> {
      const isUnavailable = failure.type === 'Model.Unavailable' && failure.nonRetryable !== true;
      if (!isUnavailable) return false;
      return countModelFailure(db, { model, reason: failure.message, openMs }).catch(toFalse);
    },

    /** Never rejects, because the answer has been stored. */
    async noteSuccess({ model, outage }: RunningCall): Promise<void> {
      if (outage !== null) await endModelOutage(db, model).catch(toFalse);
    },
  };
}

function toFalse(error: unknown): false {
  log.warn('The outage of a model could not be recorded', { reason: errorMessage(error) });
  return false;
}
