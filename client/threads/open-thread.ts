import { randomUUID } from 'node:crypto';
import { anchorProblem, type ThreadAnchor } from '../../protocol/thread-anchor.js';
import { errorMessage } from '../../protocol/error-message.js';
import { insertThread as open } from '../../store/threads/insert-thread.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** Where a sub-thread is opened. */
export interface OpenThread {
  /** Place of the message in the thread that it is opened in, from 1: `seq` in its history. */
  message: number;
  /** Part of the message that it is about, in UTF-16 units; default: all of it. */
  start?: number;
  end?: number;
  /** Opening the same id again is opening it once; default: a new UUID. */
  id?: string;
}

/**
 * Opens a sub-thread on a message of a conversation or sub-thread, and returns its key. Throws `Conversation.InvalidAnchor`,
 * `Conversation.UnknownThread`, or `Conversation.InvalidId` for an id that can be none.
 */
export async function openThread(
  { db }: ClientContext,
  parent: ConversationKey,
  { id = randomUUID(), message, start, end }: OpenThread,
): Promise<ConversationKey> {
  const anchor: ThreadAnchor = {
    message,
    start,
    end,
  };
  const problem =
    anchorProblem(anchor) ?? (id === parent.thread ? 'A thread cannot hang on itself' : undefined);
  if (problem !== undefined) throw new ThreadlineError('Conversation.InvalidAnchor', problem);
  const { flow, user, channel = '' } = parent;
  const key: ConversationKey = { ...parent, thread: id };
  const opened = await open(db, {
    workflowId: idOf(key),
    flow,
    user,
    channel,
    thread: id,
    anchor: { ...anchor, parentId: conversationWorkflowId(parent) },
  });
  if (opened.kind === 'no-thread') throw new ThreadlineError(opened.type, opened.message);
  return key;
}

function idOf(key: ConversationKey): string {
  try {
    return conversationWorkflowId(key);
  } catch (error) {
    throw new ThreadlineError('Conversation.InvalidId', errorMessage(error));
  }
}
