import { MISSING_ON_WORKER } from './activity-options.js';
import { failureFacts } from './failure-facts.js';

/**
 * Returns if the worker lacked a tool, a node kind or a model. The caller then schedules the Activity with
 * `toMovedOptions`: a local Activity would stay with this worker. Callers catch in place, because a wrapper would
 * reorder what begins together.
 */
export function rethrowUnlessMissing(error: unknown): void {
  // A local Activity's failure lacks a regular Activity's wrapper.
  const { type } = failureFacts(error);
  if (!MISSING_ON_WORKER.some((missing) => missing === type)) throw error;
}
