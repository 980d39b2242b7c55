import { isCancellation, log } from '@temporalio/workflow';
import { failureFacts } from '../failure-facts.js';

/** What fails hinders nothing else: undefined. The rows are as they were, and the next turn finds the work again. */
export async function attempt<Result>(todo: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await todo();
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { type, message } = failureFacts(error);
    log.warn('The upkeep of a conversation failed', { type, reason: message });
    return undefined;
  }
}
