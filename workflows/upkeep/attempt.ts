import { isCancellation, log } from '@temporalio/workflow';
import { failureFacts } from '../read-failure-facts.js';

/**
 * Runs one task of the upkeep. If it fails, the others continue, and the upkeep of the next turn tries again.
 */
export async function attempt<Result>(todo: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await todo();
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { type, message } = failureFacts(error);
    log.warn('An upkeep failed', { type, reason: message });
    return undefined;
  }
}
