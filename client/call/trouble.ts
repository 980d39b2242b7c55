import {
  isGrpcServiceError,
  isRetryableError,
  QueryRejectedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import proto from '@temporalio/proto';
import { isConnectionError } from '../../store/is-connection-error.js';
import { NotYetKnownError } from './not-yet-known-error.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from './update-failure-type.js';
import { isUnsent } from '../../store/unsent.js';

type GrpcServiceError = Extract<Parameters<typeof isRetryableError>[0], object> & Error;

export interface Trouble {
  /** The failed try may have had an effect. */
  readonly isOpen: boolean;
}

/** Recognized by its message, because the server has no status code for it. */
const PAUSED = /^Workflow is paused/;

/** Cancelled, deadline exceeded, and failed precondition (the Workflow's tasks fail, or no worker polls). */
const INTERRUPTED = new Set([1, 4, 9]);
/** Messages of grpc-js for requests that were never sent, which have no code. */
const NEVER_SENT =
  /no connection established|^name resolution failed|^deadline exceeded after (?!.*(remote_addr|previous attempts))/i;

const UPDATE_TROUBLES: ReadonlyMap<string, Trouble> = new Map([
  ['Conversation.Busy', { isOpen: false }],
  [ACCEPTED_BY_ENDED, { isOpen: true }],
  // The Workflow Task ended before it handled the Update.
  ['UnprocessedUpdate', { isOpen: true }],
]);

/** Serialization failure and deadlock. */
const ROLLED_BACK = new Set(['40001', '40P01']);

/** Undefined if a retry would fail again. */
export function judgeTrouble(error: unknown): Trouble | undefined {
  // The Workflow ended between its start and the request.
  if (error instanceof WorkflowNotFoundError) return { isOpen: false };
  if (error instanceof NotYetKnownError) return { isOpen: false };
  if (error instanceof WorkflowUpdateFailedError) return UPDATE_TROUBLES.get(updateFailureType(error) ?? '');
  const grpc = grpcErrorIn(error);
  if (grpc) return grpcTrouble(grpc);
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError
    ? { isOpen: true }
    : postgresTrouble(error);
}

function grpcTrouble(error: GrpcServiceError): Trouble | undefined {
  if (isPaused(error)) return undefined;
  const code = Number(error.code);
  if (!INTERRUPTED.has(code) && !isRetryableError(error)) return undefined;
  return { isOpen: !NEVER_SENT.test(error.details) };
}

function postgresTrouble(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (ROLLED_BACK.has(code)) return { isOpen: false };
  return isConnectionError(error) ? { isOpen: !isUnsent(error) } : undefined;
}

export function isPaused(error: Error): boolean {
  if (error instanceof QueryRejectedError)
    return (
      error.status === proto.temporal.api.enums.v1.WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED
    );
  // Only the message of an Update-with-Start contains the reason.
  const grpc = grpcErrorIn(error);
  return grpc !== undefined && [grpc.details, grpc.message].some((words) => PAUSED.test(words));
}

export function grpcErrorIn(error: unknown): GrpcServiceError | undefined {
  if (!(error instanceof Error)) return undefined;
  return isGrpcServiceError(error) ? error : grpcErrorIn(error.cause);
}
