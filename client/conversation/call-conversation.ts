import {
  WorkflowFailedError,
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { fairnessKey } from '../../protocol/fairness-key.js';
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

interface NamedUpdate<Name extends keyof ConversationUpdates> {
  name: Name;
  args: Parameters<ConversationUpdates[Name]>;
}

type UpdateResult<Name extends keyof ConversationUpdates> = ReturnType<ConversationUpdates[Name]>;

interface UpdateOptions {
  start: boolean;
  updateId?: string;
  begin?: Pick<ConversationInput, 'pastRef' | 'idleTimeoutMs'> | undefined;
}

/**
 * Idempotent by the turn's id. Without `start`, undefined if the conversation is not running. Throws the
 * Workflow's error type.
 */
export function callConversation<Name extends keyof ConversationUpdates>(
  { context, call, key }: { context: ClientContext; call: Call; key: ConversationKey },
  update: NamedUpdate<Name>,
  options: UpdateOptions,
): Promise<UpdateResult<Name> | undefined> {
  // For a known Update id, the server would return an ended run's result.
  let updateId = options.updateId ?? randomUUID();
  let hasFailed = false;
  return call.send(async () => {
    const identified = { ...update, updateId };
    try {
      return await (options.start
        ? updateWithStart(context, key, { ...identified, begin: options.begin })
        : updateRunning(context, key, identified));
    } catch (error) {
      if (!options.start && error instanceof WorkflowNotFoundError) return undefined;
      // The ended run accepted this id, which would therefore fail again.
      if (updateFailureType(error) !== ACCEPTED_BY_ENDED) throw error;
      updateId = randomUUID();
      const failure = options.start ? await findFailure(context, key) : undefined;
      // The first run may have failed on another request.
      if (failure && hasFailed) throw failure;
      hasFailed ||= failure !== undefined;
      throw error;
    }
  });
}

async function findFailure(
  { temporal }: ClientContext,
  key: ConversationKey,
): Promise<WorkflowFailedError | undefined> {
  const workflowId = conversationWorkflowId(key);
  const { status, runId } = await temporal.workflow.getHandle(workflowId).describe();
  if (status.name !== 'FAILED') return undefined;
  try {
    await temporal.workflow.getHandle(workflowId, runId, { followRuns: false }).result();
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    return error;
  }
  return undefined;
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
      priority: { fairnessKey: fairnessKey(key.user) },
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
  // TypeScript distinguishes overloads of Updates by their arguments.
  return handle.executeUpdate<UpdateResult<Name>, [unknown]>(name, {
    args: args as unknown as [unknown],
    updateId,
  });
}
