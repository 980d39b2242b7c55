import {
  CancellationScope,
  ChildWorkflowCancellationType,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  startChild,
  uuid4,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  conversationWorkflowId,
  toConversationKey,
  turnWorkflowId,
  type ConversationKey,
} from '../../protocol/ids.js';
import { CONVERSATION_WORKFLOW, type TurnInput } from '../../protocol/messages.js';
import { fairnessKey } from '../../protocol/fairness-key.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { turnInputProblem } from '../conversation/check-turn.js';
import { postTurnSignal } from '../definitions.js';
import { orInvalidId, refusal } from '../refusal.js';

export interface TeamMessage
  extends Omit<ConversationKey, 'thread'>, Pick<TurnInput, 'text' | 'parts' | 'data' | 'priority'> {
  /** Makes the message idempotent. Default: a new UUID. */
  turnId?: string;
  /** The Task Queue of Threadline's workers. Default: this Workflow's. */
  taskQueue?: string;
}

/** Temporal delivered the message. Its execution begins once earlier turns have ended. */
export interface MessageReceipt {
  turnId: string;
  conversationId: string;
  executionId: string;
}

/** Temporal's default, not this Workflow's priority. */
const CHAT_PRIORITY = 3;
/** A conversation may end between its start and the Signal. */
const MAX_TRIES = 3;

/**
 * Starts the conversation if needed, which outlives this Workflow. Does not wait for the answer. A rejection
 * appears only in the conversation's log and `status`.
 */
export async function sendMessage({
  flow,
  user,
  channel,
  turnId = uuid4(),
  taskQueue,
  ...message
}: TeamMessage): Promise<MessageReceipt> {
  const key = toConversationKey({ flow, user, channel });
  const conversationId = orInvalidId(() => conversationWorkflowId(key));
  const problem = turnInputProblem({ ...message, turnId });
  if (problem) throw refusal('Conversation.InvalidTurn', problem);
  const receipt = { turnId, conversationId, executionId: turnWorkflowId(conversationId, turnId) };
  for (let tries = 1; ; tries += 1) {
    try {
      await getExternalWorkflowHandle(conversationId).signal(postTurnSignal, { ...message, turnId });
      return receipt;
    } catch (error) {
      if (tries === MAX_TRIES || CancellationScope.current().consideredCancelled) throw error;
    }
    await startConversation(key, { conversationId, taskQueue });
  }
}

async function startConversation(
  key: ConversationKey,
  { conversationId, taskQueue }: { conversationId: string; taskQueue: string | undefined },
): Promise<void> {
  try {
    await startChild(CONVERSATION_WORKFLOW, {
      workflowId: conversationId,
      taskQueue,
      args: [key],
      priority: { priorityKey: CHAT_PRIORITY, fairnessKey: fairnessKey(key.user) },
      parentClosePolicy: ParentClosePolicy.ABANDON,
      // Canceling this Workflow must not cancel the user's chat.
      cancellationType: ChildWorkflowCancellationType.ABANDON,
      staticSummary: fitSummary(`${key.user} with ${key.flow}`),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
