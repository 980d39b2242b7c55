import {
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { conversationWorkflowId, toConversationKey, type ConversationKey } from '../../protocol/ids.js';
import {
  CONVERSATION_WORKFLOW,
  type ConversationInput,
  type ConversationUpdates,
} from '../../protocol/messages.js';
import { fitSummary } from '../../protocol/summary-text.js';
import type { Call } from '../call/call.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from '../call/update-failure-type.js';
import type { ClientContext } from '../client-context.js';

/** An Update by its name, with what it is given. */
interface NamedUpdate<Name extends keyof ConversationUpdates> {
  name: Name;
  args: Parameters<ConversationUpdates[Name]>;
}

type UpdateResult<Name extends keyof ConversationUpdates> = ReturnType<ConversationUpdates[Name]>;

interface UpdateOptions {
  /** Whether the conversation is started when it does not run. */
  start: boolean;
  updateId?: string;
  /** The state that the conversation begins with, where the call starts it. */
  begin?: Pick<ConversationInput, 'pastRef' | 'idleTimeoutMs'> | undefined;
}

/**
 * Sends an Update to a conversation, starting it when it does not run (with `start`). Updates are idempotent by their turn
 * id. Undefined: it does not run and was not to be started. Throws ThreadlineError with the type that the Workflow
 * refused with, or as a call does.
 */
export function callConversation<Name extends keyof ConversationUpdates>(
  { context, call, key }: { context: ClientContext; call: Call; key: ConversationKey },
  update: NamedUpdate<Name>,
  options: UpdateOptions,
): Promise<UpdateResult<Name> | undefined> {
  // A new id each time, if none is given: the server would answer a known one from a run that has ended,
  // and start nothing to work the turn off. Turns are told apart by their own ids.
  let updateId = options.updateId ?? randomUUID();
  return call.send(async () => {
    const identified = { ...update, updateId };
    try {
      return await (options.start
        ? updateWithStart(context, key, { ...identified, begin: options.begin })
        : updateRunning(context, key, identified));
    } catch (error) {
      if (!options.start && error instanceof WorkflowNotFoundError) return undefined;
      // The run that took it has ended, and would say so again.
      if (updateFailureType(error) === ACCEPTED_BY_ENDED) updateId = randomUUID();
      throw error;
    }
  });
}

function updateWithStart<Name extends keyof ConversationUpdates>(
  { temporal, taskQueue }: ClientContext,
  key: ConversationKey,
  { name, args, updateId, begin }: NamedUpdate<Name> & { updateId: string; begin: UpdateOptions['begin'] },
): Promise<UpdateResult<Name>> {
  const input: ConversationInput = { ...toConversationKey(key), ...begin };
  const summary = `${key.user} with ${key.flow}${key.thread === undefined ? '' : ', in a thread'}`;
  return temporal.workflow.executeUpdateWithStart<Workflow, UpdateResult<Name>, unknown[]>(name, {
    args,
    updateId,
    startWorkflowOperation: new WithStartWorkflowOperation(CONVERSATION_WORKFLOW, {
      workflowId: conversationWorkflowId(key),
      taskQueue,
      args: [input],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      staticSummary: fitSummary(summary),
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
