import { MISSING_ON_WORKER } from './activity-options.js';
import { failureFacts } from './read-failure-facts.js';

/**
 * Returns if the worker lacked something. The caller then schedules the Activity with `toMovedOptions`: a local one
 * would stay here. Callers catch in place, because a wrapper would reorder what begins together.
 */
export function rethrowUnlessMissing(error: unknown): void {
  // A local Activity's failure lacks a regular Activity's wrapper.
  const { type } = failureFacts(error);
  if (!MISSING_ON_WORKER.some((missing) => missing === type)) throw error;
}
