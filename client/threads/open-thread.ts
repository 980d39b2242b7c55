import { randomUUID } from 'node:crypto';
import { anchorProblem, type ThreadAnchor } from '../../protocol/thread-anchor.js';
import { errorMessage } from '../../protocol/error-message.js';
import { insertThread as open } from '../../store/threads/insert-thread.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { startSummaryAbove } from './start-summary-above.js';
import { ThreadlineError } from '../threadline-error.js';

export interface OpenThread extends CallOptions {
  /** The message's `seq` in the history, from 1. */
  message: number;
  /** The part's start, in UTF-16 units. Default: the whole message. */
  start?: number;
  /** Exclusive. */
  end?: number;
  /** Makes the request idempotent. Default: a new UUID. */
  id?: string;
}

export async function openThread(
  context: ClientContext,
  parent: ConversationKey,
  { id = randomUUID(), message, start, end, timeoutMs }: OpenThread,
): Promise<ConversationKey> {
  const anchor: ThreadAnchor = {
    message,
    start,
    end,
  };
  const problem =
    anchorProblem(anchor) ?? (id === parent.thread ? 'A thread cannot be anchored to itself' : undefined);
  if (problem) throw new ThreadlineError('Conversation.InvalidAnchor', problem);
  const { flow, user, channel = '' } = parent;
  const key: ConversationKey = { ...parent, thread: id };
  const workflowId = makeId(key);
  const parentId = conversationWorkflowId(parent);
  const opened = await new Call(context, { timeoutMs, retryId: id }).store(() =>
    open(context.db, {
      workflowId,
      flow,
      user,
      channel,
      taskQueue: context.taskQueue,
      thread: id,
      anchor: { ...anchor, parentId },
    }),
  );
  if (opened.kind === 'no-thread') throw new ThreadlineError(opened.type, opened.message);
  await startSummaryAbove(context, key);
  return key;
}

function makeId(key: ConversationKey): string {
  try {
    return conversationWorkflowId(key);
  } catch (error) {
    throw new ThreadlineError('Conversation.InvalidId', errorMessage(error));
  }
}
