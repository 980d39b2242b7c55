import { ThreadlineError } from '../../../client/threadline-error.js';
import type { FailureType } from '../../../protocol/failure-types.js';
import { plainModelFailure } from '../../../protocol/plain-failure.js';

export interface Problem {
  status: ProblemStatus;
  type: string;
  message: string;
  /** Absent if a retry would fail again. */
  retryAfterMs?: number | undefined;
  retryId?: string | undefined;
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** Shorter waits are given in milliseconds, because `Retry-After` counts seconds. */
const SOON_MS = 1_000;
const RETRY_AFTER_MS = 5_000;

/** `says` replaces the error's message and its internal names. */
const PROBLEMS: ReadonlyMap<string, Pick<Problem, 'status' | 'retryAfterMs'> & { says?: string }> = new Map<
  FailureType,
  Pick<Problem, 'status' | 'retryAfterMs'> & { says?: string }
>([
  ['Conversation.InvalidId', { status: 400 }],
  ['Conversation.UnknownFlow', { status: 404 }],
  ['Conversation.UnknownThread', { status: 404 }],
  ['Conversation.InvalidAnchor', { status: 422 }],
  ['Conversation.InvalidTurn', { status: 422 }],
  ['Conversation.QueueFull', { status: 429, retryAfterMs: RETRY_AFTER_MS }],
  ['Conversation.Closed', { status: 409 }],
  ['Conversation.Busy', { status: 503, retryAfterMs: SOON_MS }],
  ['Conversation.TurnCancelled', { status: 409 }],
  ['Conversation.TurnActive', { status: 409 }],
  ['Conversation.IdTaken', { status: 409 }],
  ['Conversation.HasForks', { status: 409 }],
  ['Conversation.TooManyLinks', { status: 409 }],
  ['Execution.NotRepeatable', { status: 409 }],
  ['Turn.Conflict', { status: 409 }],
  ['Turn.NotQueued', { status: 409 }],
  ['Execution.Ended', { status: 409 }],
  ['Execution.IdTaken', { status: 409 }],
  ['Execution.NoTrigger', { status: 422 }],
  ['Execution.Cancelled', { status: 409 }],
  ['Execution.NotRunning', { status: 409 }],
  ['Execution.SeveralRunning', { status: 409 }],
  ['Execution.InvalidStep', { status: 422 }],
  ['Approval.NotWaiting', { status: 409 }],
  ['Approval.InvalidAnswer', { status: 422 }],
  ['Approval.NotPermitted', { status: 403 }],
  ['Approval.Refused', { status: 409 }],
  ['Approval.Expired', { status: 409 }],
  ['Flow.NotFound', { status: 404 }],
  ['Flow.Invalid', { status: 422 }],
  ['Budget.Exceeded', { status: 422 }],
  ['Context.CannotFit', { status: 422 }],
  ['User.LimitReached', { status: 429, retryAfterMs: SOON_MS }],
  ['User.StorageFull', { status: 413 }],
  ['Node.Busy', { status: 503, retryAfterMs: RETRY_AFTER_MS, says: 'The service is busy: try again later' }],
  ['Model.RateLimited', { status: 503, retryAfterMs: RETRY_AFTER_MS }],
  ['Model.Unavailable', { status: 503, retryAfterMs: RETRY_AFTER_MS }],
  ['Client.NotFound', { status: 404 }],
  ['Client.InvalidCursor', { status: 400 }],
  ['Client.InvalidPlan', { status: 422 }],
  ['Client.InvalidTitle', { status: 422 }],
  [
    'Client.Unavailable',
    { status: 503, retryAfterMs: SOON_MS, says: 'The service is unavailable, and nothing was changed' },
  ],
  [
    'Client.Paused',
    { status: 503, says: 'The conversation or execution is paused, and nothing was changed' },
  ],
  [
    'Client.OutcomeOpen',
    {
      status: 503,
      retryAfterMs: SOON_MS,
      says: 'The service became unavailable, and the request may have taken effect: repeat it with the same id',
    },
  ],
  ['Gateway.Unauthorized', { status: 401 }],
  ['Gateway.Forbidden', { status: 403 }],
  ['Gateway.InvalidRequest', { status: 400 }],
  ['Gateway.NotFound', { status: 404 }],
  ['Gateway.MethodNotAllowed', { status: 405 }],
  ['Gateway.TooLarge', { status: 413 }],
  ['Gateway.Busy', { status: 503, retryAfterMs: RETRY_AFTER_MS }],
  ['Gateway.UnsupportedEncoding', { status: 415 }],
  ['Gateway.LimitReached', { status: 429, retryAfterMs: SOON_MS }],
]);

/** Unexpected errors, and those of Temporal, Postgres or a provider, become a 500 without details. */
export function describeProblem(error: unknown): Problem {
  if (!(error instanceof ThreadlineError)) return UNFORESEEN;
  const { type, message, retryId } = error;
  const known = PROBLEMS.get(type);
  const plain = plainModelFailure(type);
  if (!known) return { ...UNFORESEEN, type, message: plain ?? UNFORESEEN.message, retryId };
  const { status, says = plain ?? message } = known;
  return { status, type, message: says, retryId, retryAfterMs: error.retryAfterMs ?? known.retryAfterMs };
}

export function describeFailure({ errorType, message }: { errorType: string; message: string }): {
  type: string;
  message: string;
} {
  const problem = describeProblem(new ThreadlineError(errorType, message));
  return { type: errorType, message: problem.message };
}

const UNFORESEEN: Problem = {
  status: 500,
  type: 'Gateway.Error' satisfies FailureType,
  message: 'The request failed',
};
