import { log } from '@temporalio/activity';
import { errorMessage } from '../../../protocol/error-message.js';

export function noteBudgetFailure(error: unknown): void {
  log.warn('The budget could not be settled; the end of the execution settles it', {
    reason: errorMessage(error),
  });
}
