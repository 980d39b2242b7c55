import { ApplicationFailure, log } from '@temporalio/activity';
import { errorMessage } from '../../../protocol/error-message.js';
import type { FailureType } from '../../../protocol/failure-types.js';
import { countModelFailure, endModelOutage, takeProbe } from '../../../store/models/model-outages.js';
import type { ActivityDependencies } from '../../dependencies.js';
import type { RunningCall } from './running-call.js';

/**
 * A circuit breaker for each model, shared by all workers through Postgres. A model whose last tries all failed is
 * skipped for a while by calls that have another model to ask; then one call tries it. A call without another model
 * asks it anyway, because a skipped call would only make the outage longer.
 */
export function createModelOutages({ db, timing: { outageMs: openMs } }: ActivityDependencies) {
  return {
    /** Throws the failure of a call that should skip its model. */
    async skipIfDown({ model, outage }: RunningCall, { hasNext }: { hasNext: boolean }): Promise<void> {
      if (outage === null || outage.retryAt === null || !hasNext) return;
      if (outage.isRetryDue && (await takeProbe(db, { model, openMs }))) return;
      const type: FailureType = 'Model.Unavailable';
      throw ApplicationFailure.nonRetryable(
        `The model was skipped, because its last ${outage.failures} tries failed: ${outage.reason}`,
        type,
      );
    },

    /** Counts a failed try; returns whether the model counts as unavailable now. Never rejects. */
    async noteFailure(model: string, failure: ApplicationFailure): Promise<boolean> {
      const isAway = failure.type === 'Model.Unavailable' && failure.nonRetryable !== true;
      if (!isAway) return false;
      return countModelFailure(db, { model, reason: failure.message, openMs }).catch(toFalse);
    },

    /** Notes that a model which had failed before has answered. Never rejects: the answer is stored. */
    async noteSuccess({ model, outage }: RunningCall): Promise<void> {
      if (outage !== null) await endModelOutage(db, model).catch(toFalse);
    },
  };
}

function toFalse(error: unknown): false {
  log.warn('The outage of a model could not be noted', { reason: errorMessage(error) });
  return false;
}
