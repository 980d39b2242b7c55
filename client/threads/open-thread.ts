import { randomUUID } from 'node:crypto';
import { anchorProblem, type ThreadAnchor } from '../../protocol/thread-anchor.js';
import { errorMessage } from '../../protocol/error-message.js';
import { insertThread as open } from '../../store/threads/insert-thread.js';
import { conversationWorkflowId, type ConversationKey, upkeepWorkflowId } from '../../protocol/ids.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { listUnfit, type AboveRule } from '../../context/threads/list-unfit.js';
import { UPKEEP_WORKFLOW } from '../../protocol/messages.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import type { Database } from '../../store/database.js';
import { loadAncestry } from '../../store/threads/load-ancestry.js';

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

/** Opening a thread waits at most this long. */
const TIMEOUT_MS = 1_000;

/** Assumes the largest room, because only workers know the settings and models. */
const LARGEST_ROOM: AboveRule = { room: Infinity, tokens: undefined };

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

/** Starts a summary if the ancestors of a new thread have too much text. Never throws. */
async function startSummaryAbove(context: ClientContext, key: ConversationKey): Promise<void> {
  const { temporal, db, taskQueue } = context;
  const workflowId = conversationWorkflowId(key);
  try {
    const call = new Call(context, { timeoutMs: TIMEOUT_MS });
    if (!(await call.read(() => mayBeDue(db, workflowId)))) return;
    await call.send(() =>
      temporal.workflow.signalWithStart(UPKEEP_WORKFLOW, {
        taskQueue,
        workflowId: upkeepWorkflowId(workflowId),
        args: [key],
        signal: 'wake',
        staticSummary: `Upkeep of ${key.user} with ${key.flow}`.slice(0, 100),
      }),
    );
  } catch {
    // The first turn starts the summary.
  }
}

async function mayBeDue(db: Database, workflowId: string): Promise<boolean> {
  const conversationId = await findConversationId(db, workflowId);
  if (conversationId === undefined) return false;
  return listUnfit(await loadAncestry(db, conversationId), LARGEST_ROOM).length > 0;
}
