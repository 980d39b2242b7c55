import { log } from '@temporalio/activity';
import { errorMessage } from '../../../protocol/error-message.js';

export function noteBudgetFailure(error: unknown): void {
  log.warn('The budget could not be settled; it is settled when the execution ends', {
    reason: errorMessage(error),
  });
}
