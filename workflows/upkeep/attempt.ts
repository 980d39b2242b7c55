import { isCancellation, log } from '@temporalio/workflow';
import { failureFacts } from '../failure-facts.js';

/** After a failure (undefined) other work continues, the rows stay unchanged, and the next turn finds them again. */
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
