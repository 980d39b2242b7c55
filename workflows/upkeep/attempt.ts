import { isCancellation, log } from '@temporalio/workflow';
import { failureFacts } from '../read-failure-facts.js';

/** Other work continues; the next turn finds the unchanged rows. */
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
