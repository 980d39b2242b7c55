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

/** An error that another try may not meet. */
export interface Trouble {
  /** The try that met it may have had its effect, or may still have it. */
  readonly isOpen: boolean;
}

/** The server's words for an Update of a paused Workflow. There is no status code for it. */
const PAUSED = /^Workflow is paused/;

/** gRPC: cancelled, deadline exceeded, and failed precondition, which says that a Workflow's tasks fail or nobody polls. */
const INTERRUPTED = new Set([1, 4, 9]);
/**
 * Words of grpc-js for a call that never left this machine, for which it has no code; a call that left has an address.
 * Should they change, an outcome is called open that is not.
 */
const NEVER_SENT =
  /no connection established|^name resolution failed|^deadline exceeded after (?!.*(remote_addr|previous attempts))/i;

/** Failures of an Update that ask for another try. */
const UPDATE_TROUBLES: ReadonlyMap<string, Trouble> = new Map([
  ['Conversation.Busy', { isOpen: false }],
  [ACCEPTED_BY_ENDED, { isOpen: true }],
  // Sent back by the server because a Workflow Task under load ended without having seen it.
  ['UnprocessedUpdate', { isOpen: true }],
]);

/** Postgres rolled back: serialization failure, deadlock. */
const ROLLED_BACK = new Set(['40001', '40P01']);

/** Decides whether an error is worth another try. Undefined: the next try would meet it, too. */
export function judgeTrouble(error: unknown): Trouble | undefined {
  // Of a Workflow that is started where it does not run: it ended in between.
  if (error instanceof WorkflowNotFoundError) return { isOpen: false };
  if (error instanceof NotYetKnownError) return { isOpen: false };
  if (error instanceof WorkflowUpdateFailedError) return UPDATE_TROUBLES.get(updateFailureType(error) ?? '');
  const grpc = grpcErrorIn(error);
  if (grpc !== undefined) return grpcTrouble(grpc);
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError
    ? { isOpen: true }
    : postgresTrouble(error);
}

function grpcTrouble(error: GrpcServiceError): Trouble | undefined {
  if (isPaused(error)) return undefined;
  // An enum of grpc-js, which is no package of ours.
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

/** Tells whether a call met a Workflow that an operator paused. */
export function isPaused(error: Error): boolean {
  if (error instanceof QueryRejectedError)
    return (
      error.status === proto.temporal.api.enums.v1.WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED
    );
  // For Update-with-Start, only the message has the reason.
  const grpc = grpcErrorIn(error);
  return grpc !== undefined && [grpc.details, grpc.message].some((words) => PAUSED.test(words));
}

/** The error of gRPC itself or among the causes. */
export function grpcErrorIn(error: unknown): GrpcServiceError | undefined {
  if (!(error instanceof Error)) return undefined;
  return isGrpcServiceError(error) ? error : grpcErrorIn(error.cause);
}
