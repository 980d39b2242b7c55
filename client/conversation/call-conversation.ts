import {
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, type UpdateDefinition } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { CONVERSATION_WORKFLOW, type ConversationInput } from '../../protocol/messages.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** Pauses between tries, in milliseconds: about half a minute in all, longer than a failover takes. */
const PAUSES_MS = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000];
const UNAVAILABLE = new Set([1, 4, 8, 10, 14]); // cancelled, deadline, exhausted, aborted, unavailable
/** Failures of an Update after which nobody knows whether it was taken, or that only ask for another try. */
const OPEN_FAILURES: ReadonlySet<string | null | undefined> = new Set([
  'Conversation.Busy',
  // Accepted by a run that ended before it was done.
  'AcceptedUpdateCompletedWorkflow',
  // Sent back by the server because a Workflow Task under load ended without having seen it.
  'UnprocessedUpdate',
]);

/**
 * Sends an Update to a conversation, starting it when it does not run (with `start`). Tries again after errors
 * that leave the outcome open; Updates are idempotent by their turn id. Undefined: it does not run and was not
 * to be started. Throws ThreadlineError with the type that the Workflow refused with, or `Client.Unavailable`.
 */
export async function callConversation<Result, Args extends unknown[]>(
  context: ClientContext,
  key: ConversationKey,
  update: UpdateDefinition<Result, Args>,
  args: Args,
  options: { start: boolean; updateId?: string },
): Promise<Result | undefined> {
  // A new id each time, if none is given: the server would answer a known one from a run that has ended,
  // and start nothing to work the turn off. Turns are told apart by their own ids.
  const updateId = options.updateId ?? randomUUID();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return options.start ? await withStart() : await direct();
    } catch (error) {
      if (!options.start && error instanceof WorkflowNotFoundError) return undefined;
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined || !isOpen(error)) throw toThreadlineError(error);
      await sleep(pauseMs);
    }
  }

  function withStart(): Promise<Result> {
    const workflowId = conversationWorkflowId(key);
    const input: ConversationInput = {
      flow: key.flow,
      user: key.user,
      ...(key.channel && { channel: key.channel }),
      ...(key.thread !== undefined && { thread: key.thread }),
    };
    return context.temporal.workflow.executeUpdateWithStart(update, {
      args,
      updateId,
      startWorkflowOperation: new WithStartWorkflowOperation(CONVERSATION_WORKFLOW, {
        workflowId,
        taskQueue: context.taskQueue,
        args: [input],
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
        staticSummary: `${key.user} with ${key.flow}${key.thread === undefined ? '' : ', in a thread'}`.slice(
          0,
          100,
        ),
      }),
    });
  }
  function direct(): Promise<Result> {
    const handle = context.temporal.workflow.getHandle(conversationWorkflowId(key));
    // By name: the typed overloads tell Updates with and without arguments apart, which this need not.
    return handle.executeUpdate<Result, [unknown]>(update.name, {
      args: args as unknown as [unknown],
      updateId,
    });
  }
}

function isOpen(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || error instanceof WorkflowNotFoundError)
    return true;
  if (error instanceof WorkflowUpdateFailedError) {
    const { cause } = error;
    return cause instanceof ApplicationFailure && OPEN_FAILURES.has(cause.type);
  }
  return isGrpcServiceError(rootOf(error)) && UNAVAILABLE.has((rootOf(error) as { code: number }).code);
}

function toThreadlineError(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
    return new ThreadlineError(error.cause.type ?? 'Conversation.TurnFailed', error.cause.message, {
      cause: error,
    });
  if (isOpen(error))
    return new ThreadlineError(
      'Client.Unavailable',
      'The conversation did not answer: is a worker running, and Temporal reachable?',
      { cause: error },
    );
  return error;
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error && !isGrpcServiceError(error)
    ? rootOf(error.cause)
    : error;
}
