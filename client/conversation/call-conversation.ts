import {
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, type Workflow } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { conversationWorkflowId, toConversationKey, type ConversationKey } from '../../protocol/ids.js';
import {
  CONVERSATION_WORKFLOW,
  type ConversationInput,
  type ConversationUpdates,
} from '../../protocol/messages.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** Pauses between tries, in milliseconds: about half a minute in all, longer than a failover takes. */
const PAUSES_MS = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000];
/** Temporal takes 400 bytes of a summary, as JSON; a hundred characters of any script fit. */
const SUMMARY_CHARACTERS = 100;
const UNAVAILABLE = new Set([1, 4, 8, 10, 14]); // cancelled, deadline, exhausted, aborted, unavailable
/** Failures of an Update after which nobody knows whether it was taken, or that only ask for another try. */
const OPEN_FAILURES: ReadonlySet<string | null | undefined> = new Set([
  'Conversation.Busy',
  // Accepted by a run that ended before it was done.
  'AcceptedUpdateCompletedWorkflow',
  // Sent back by the server because a Workflow Task under load ended without having seen it.
  'UnprocessedUpdate',
]);

/** An Update by its name, with what it is given. */
interface NamedUpdate<Name extends keyof ConversationUpdates> {
  name: Name;
  args: Parameters<ConversationUpdates[Name]>;
}

type UpdateResult<Name extends keyof ConversationUpdates> = ReturnType<ConversationUpdates[Name]>;

interface CallOptions {
  /** Whether the conversation is started when it does not run. */
  start: boolean;
  updateId?: string;
}

/**
 * Sends an Update to a conversation, starting it when it does not run (with `start`). Tries again after errors
 * that leave the outcome open; Updates are idempotent by their turn id. Undefined: it does not run and was not
 * to be started. Throws ThreadlineError with the type that the Workflow refused with, or `Client.Unavailable`.
 */
export async function callConversation<Name extends keyof ConversationUpdates>(
  context: ClientContext,
  key: ConversationKey,
  update: NamedUpdate<Name>,
  options: CallOptions,
): Promise<UpdateResult<Name> | undefined> {
  // A new id each time, if none is given: the server would answer a known one from a run that has ended,
  // and start nothing to work the turn off. Turns are told apart by their own ids.
  const call = { ...update, updateId: options.updateId ?? randomUUID() };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await (options.start ? updateWithStart(context, key, call) : updateRunning(context, key, call));
    } catch (error) {
      if (!options.start && error instanceof WorkflowNotFoundError) return undefined;
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined || !isOpen(error)) throw toThreadlineError(error);
      await sleep(pauseMs);
    }
  }
}

function updateWithStart<Name extends keyof ConversationUpdates>(
  { temporal, taskQueue }: ClientContext,
  key: ConversationKey,
  { name, args, updateId }: NamedUpdate<Name> & { updateId: string },
): Promise<UpdateResult<Name>> {
  const input: ConversationInput = toConversationKey(key);
  const summary = `${key.user} with ${key.flow}${key.thread === undefined ? '' : ', in a thread'}`;
  return temporal.workflow.executeUpdateWithStart<Workflow, UpdateResult<Name>, unknown[]>(name, {
    args,
    updateId,
    startWorkflowOperation: new WithStartWorkflowOperation(CONVERSATION_WORKFLOW, {
      workflowId: conversationWorkflowId(key),
      taskQueue,
      args: [input],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      staticSummary: summary.slice(0, SUMMARY_CHARACTERS),
    }),
  });
}

function updateRunning<Name extends keyof ConversationUpdates>(
  { temporal }: ClientContext,
  key: ConversationKey,
  { name, args, updateId }: NamedUpdate<Name> & { updateId: string },
): Promise<UpdateResult<Name>> {
  const handle = temporal.workflow.getHandle(conversationWorkflowId(key));
  // The overloads tell Updates with and without arguments apart, which the server need not be told.
  return handle.executeUpdate<UpdateResult<Name>, [unknown]>(name, {
    args: args as unknown as [unknown],
    updateId,
  });
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
