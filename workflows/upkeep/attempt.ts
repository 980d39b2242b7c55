import { isCancellation, log } from '@temporalio/workflow';
import { failureFacts } from '../read-failure-facts.js';

/** A failure does not stop the other tasks: the next turn's upkeep tries again. */
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
