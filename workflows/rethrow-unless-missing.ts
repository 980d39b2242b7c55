import { MISSING_ON_WORKER } from './activity-options.js';
import { failureFacts } from './read-failure-facts.js';

/**
 * Returns if the worker lacked a tool, node kind or model. Then schedule the Activity with `toMovedOptions`,
 * because a local one would stay on this worker. Callers catch for themselves: a wrapper would reorder runs
 * that begin together.
 */
export function rethrowUnlessMissing(error: unknown): void {
  // The failure of a local Activity has no ActivityFailure around it.
  const { type } = failureFacts(error);
  if (!MISSING_ON_WORKER.some((missing) => missing === type)) throw error;
}
