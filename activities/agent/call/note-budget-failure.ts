import { log } from '@temporalio/activity';
import { errorMessage } from '../../../protocol/error-message.js';

/** Logs that a budget could not be settled. A budget that cannot be kept never fails a call. */
export function noteBudgetFailure(error: unknown): void {
  log.warn('The budget could not be settled; the end of the execution settles it', {
    reason: errorMessage(error),
  });
}
