import {
  QueryNotRegisteredError,
  QueryRejectedError,
  ServiceError,
  WorkflowFailedError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import pg from 'pg';
import { UnreadablePayloadError } from '../../temporal/encryption/unreadable-payload-error.js';
import type { FailureType } from '../../protocol/failure-types.js';
import type { LimitReached } from '../../protocol/user-limits.js';
import { ThreadlineError } from '../threadline-error.js';
import { grpcErrorIn, isPaused } from './trouble.js';

/** Returns programmer errors unchanged. */
export function toThreadlineError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ThreadlineError) return error;
  if (error instanceof WorkflowUpdateFailedError || error instanceof WorkflowFailedError)
    return (
      workflowFailure(error) ?? new ThreadlineError('Client.OutcomeOpen', error.message, { cause: error })
    );
  const unreadable = unreadableIn(error);
  if (unreadable) return new ThreadlineError('Encryption.Unreadable', unreadable.message, { cause: error });
  if (isPaused(error))
    return new ThreadlineError('Client.Paused', 'An operator paused the Workflow in Temporal', {
      cause: error,
    });
  const grpc = grpcErrorIn(error);
  if (grpc) return refused('Temporal', grpc.details, error);
  if (
    error instanceof ServiceError ||
    error instanceof QueryNotRegisteredError ||
    error instanceof QueryRejectedError
  )
    return refused('Temporal', error.message, error);
  if (error instanceof pg.DatabaseError) return databaseError(error);
  if ('code' in error && 'syscall' in error) return refused('The system', error.message, error);
  return error;
}

/** Postgres cannot read a value: class 22. Values that it only stores are checked or cleaned before. */
function databaseError(error: pg.DatabaseError): ThreadlineError {
  const { code = '', message } = error;
  if (code === INVALID_CHARACTER)
    return new ThreadlineError('Client.NotFound', 'Nothing has an id with a NUL character', { cause: error });
  if (code.startsWith('22'))
    return new ThreadlineError('Client.InvalidCursor', `A value of the request is invalid: ${message}`, {
      cause: error,
    });
  return refused('Postgres', message, error);
}

const INVALID_CHARACTER = '22021';

function unreadableIn(error: unknown): UnreadablePayloadError | undefined {
  if (error instanceof UnreadablePayloadError) return error;
  return error instanceof Error ? unreadableIn(error.cause) : undefined;
}

function workflowFailure(
  error: WorkflowUpdateFailedError | WorkflowFailedError,
): ThreadlineError | undefined {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause as Error | undefined)
    if (cause instanceof ApplicationFailure && cause.type)
      return new ThreadlineError(cause.type, cause.message, { cause, retryAfterMs: retryAfterMs(cause) });
  return undefined;
}

function retryAfterMs({ type, details }: ApplicationFailure): number | undefined {
  if (type !== ('User.LimitReached' satisfies FailureType)) return undefined;
  const [reached] = (details ?? []) as readonly (Partial<LimitReached> | undefined)[];
  return reached?.retryAfterMs;
}

function refused(who: string, why: string, cause: Error): ThreadlineError {
  return new ThreadlineError('Client.Refused', `${who} refused the request: ${why}`, { cause });
}
