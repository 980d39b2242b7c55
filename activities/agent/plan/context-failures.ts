import { ApplicationFailure } from '@temporalio/activity';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { errorMessage } from '../../../protocol/error-message.js';
import type { ExceededLimit } from '../../../store/budget/budget-reservations.js';

/** Not retryable, because the same context would not fit again. */
export function cannotFitFailure(reason: string, manifest: ContextManifest): ApplicationFailure {
  const { window, reserve, systemTokens, toolTokens, budget } = manifest;
  return ApplicationFailure.create({
    type: 'Context.CannotFit',
    message:
      `${reason}: the window of ${window} tokens reserves ${reserve} for the answer; the system prompt uses ` +
      `${systemTokens}, and the tools use ${toolTokens}. ${findRemedy(manifest)}, or use a model with a larger window`,
    nonRetryable: true,
    details: [{ window, reserve, systemTokens, toolTokens, budget }],
  });
}

function findRemedy({ window, systemTokens, budget }: ContextManifest): string {
  if (systemTokens > window) return 'Shorten the system prompt';
  if (budget <= 0) return 'Shorten the system prompt, give the agent fewer tools';
  return 'Start a new conversation, send less';
}

export function budgetFailure({ limit, asked, budget, spent }: ExceededLimit): ApplicationFailure {
  const unit = limit === 'tokens' ? 'tokens' : 'USD';
  return ApplicationFailure.create({
    type: 'Budget.Exceeded',
    message: `The call could exceed the budget of ${budget} ${unit}: ${spent} spent, up to ${asked} with this call and those still running`,
    nonRetryable: true,
    details: [{ limit, asked, budget, spent }],
  });
}

/** Not retryable, because the same rows fail again: a setting is wrong, or Threadline has a bug. */
export function invalidContextFailure(error: unknown): ApplicationFailure {
  const reason = errorMessage(error);
  return ApplicationFailure.create({
    type: 'Context.Invalid',
    message: `The context could not be planned: ${reason}`,
    nonRetryable: true,
    cause: error instanceof Error ? error : undefined,
  });
}
