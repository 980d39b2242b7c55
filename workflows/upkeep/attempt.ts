import { isCancellation, log } from '@temporalio/workflow';
import { failureFacts } from '../failure-facts.js';

/** Returns undefined where the work fails: it hinders no other work, its rows stay as they were, and the next turn finds it again. */
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
