import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { errorMessage } from '../../protocol/error-message.js';
import { readHistory, type HistoryMessage } from '../../store/conversation/read-history.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { conversationWorkflowId, turnWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import {
  type AskResult,
  type CancelTurnResult,
  type ConversationQueries,
  type ConversationStatus,
  type TurnReceipt,
} from '../../protocol/messages.js';
import { awaitAnswer } from './await-answer.js';
import { callConversation } from './call-conversation.js';
import type { ClientContext } from '../client-context.js';
import { readSummaries, type SummaryPage } from './read-summaries.js';
import { readTrajectory, type Trajectory, type TrajectoryOptions } from '../explain/read-trajectory.js';
import { streamTurn } from '../stream/stream-turn.js';
import type { TurnEvent } from '../stream/stream-events.js';
import { submitTurn } from './submit-turn.js';
import { ThreadlineError } from '../threadline-error.js';
import { notFound } from '../threads/not-found.js';
import { createThreadMethods, type ThreadMethods } from '../threads/thread-methods.js';

/** A message to send. */
export interface Message {
  text: string;
  /** Makes sending it again the same turn; default: a new UUID. */
  turnId?: string;
}

/** A page of a thread. */
export interface HistoryPage {
  /** Newest first. */
  messages: HistoryMessage[];
  /** Give it as `before` for the next page; null: there is none. */
  next: string | null;
  hasMore: boolean;
}

/** One conversation or sub-thread. Every method may be retried; a turn with the same id happens once. */
export interface ConversationHandle extends ThreadMethods {
  readonly workflowId: string;
  /** Sends a message and waits for its answer. Throws the turn's failure, or `Conversation.TurnCancelled`. */
  ask(message: string | Message): Promise<Omit<AskResult, 'truncated'>>;
  /** Sends a message; returns when it is stored. */
  submit(message: string | Message): Promise<TurnReceipt>;
  /** What happens in a turn, from its beginning or after the event with id `from`. Ends with the turn. */
  stream(
    turnId: string,
    options?: { from?: string; signal?: AbortSignal },
  ): AsyncGenerator<TurnEvent, void, void>;
  history(page?: { limit?: number; before?: string }): Promise<HistoryPage>;
  /** What stands, or stood, for its older messages, and what that cost. */
  summaries(options?: { limit?: number }): Promise<SummaryPage>;
  /** What its agents did and why, in its newest rounds, or in that of one turn. Throws `Client.NotFound`. */
  trajectory(options?: TrajectoryOptions & { turnId?: string }): Promise<Trajectory>;
  /** Cancels a turn, by default the one that runs; returns when it has ended. */
  cancel(turnId?: string): Promise<CancelTurnResult>;
  /** Later messages see nothing of the thread so far; takes its place in the queue. Nothing is deleted. */
  clear(): Promise<TurnReceipt>;
  /** Takes no more messages, works off those it has, and ends the thread. */
  close(): Promise<void>;
  /** How it stands; null: it is not running. */
  status(options?: { timeoutMs?: number }): Promise<ConversationStatus | null>;
}

const MAX_PAGE = 500;
const STATUS = 'status' satisfies keyof ConversationQueries;
/** A worker that was killed answers no Query until its Workflow Task has timed out, after ten seconds. */
const STATUS_MS = 30_000;

/** A handle on a conversation; makes no call. Throws when the key makes no valid id or is another user's. */
export function createConversationHandle(context: ClientContext, key: ConversationKey): ConversationHandle {
  const workflowId = checkedId(context, key);
  return {
    workflowId,
    ...createThreadMethods(context, key, (other) => createConversationHandle(context, other)),
    submit: (message) => submitTurn(context, key, toMessage(message)),
    async ask(message) {
      const { turnId, executionId } = await submitTurn(context, key, toMessage(message));
      return {
        turnId,
        executionId,
        text: await awaitAnswer(context, { conversationId: workflowId, turnId }),
      };
    },
    stream: (turnId, options) => streamTurn(context, { conversationId: workflowId, turnId, ...options }),
    history: (page = {}) => history(context, key, page),
    summaries: (options) => readSummaries(context, { workflowId, ...options }),
    trajectory: ({ turnId, ...options } = {}) =>
      readTrajectory(context, {
        ...options,
        id: turnId === undefined ? workflowId : turnWorkflowId(workflowId, turnId),
      }),
    cancel: (turnId) =>
      callConversation(
        context,
        key,
        { name: 'cancelTurn', args: [turnId === undefined ? undefined : { turnId }] },
        { start: false },
      ).then((result) => result ?? { turnId: null, status: null }),
    async clear() {
      const turnId = randomUUID();
      const receipt = await callConversation(
        context,
        key,
        { name: 'clear', args: [] },
        {
          start: true,
          updateId: turnId,
        },
      );
      return receipt ?? { turnId, executionId: turnWorkflowId(workflowId, turnId), position: 0 };
    },
    async close() {
      await callConversation(context, key, { name: 'close', args: [] }, { start: true });
    },
    async status({ timeoutMs = STATUS_MS } = {}) {
      const { temporal } = context;
      try {
        return await temporal.withDeadline(Date.now() + timeoutMs, () =>
          temporal.workflow.getHandle(workflowId).query<ConversationStatus>(STATUS),
        );
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return null;
        throw error;
      }
    },
  };
}

function checkedId({ user }: ClientContext, key: ConversationKey): string {
  if (user !== undefined && key.user !== user)
    throw new ThreadlineError('Client.NotFound', 'There is no such conversation');
  try {
    return conversationWorkflowId(key);
  } catch (error) {
    throw new ThreadlineError('Conversation.InvalidId', errorMessage(error));
  }
}

function toMessage(message: string | Message): Required<Message> {
  return typeof message === 'string'
    ? { text: message, turnId: randomUUID() }
    : { turnId: randomUUID(), ...message };
}

async function history(
  { db }: ClientContext,
  key: ConversationKey,
  { limit = 50, before }: { limit?: number; before?: string },
): Promise<HistoryPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE)
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `Limit ${limit} is not a whole number from 1 to ${MAX_PAGE}`,
    );
  if (before !== undefined && !/^[1-9]\d{0,8}$/.test(before))
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `Cursor '${before.slice(0, 60)}' is not one that a page of history gave`,
    );
  const conversationId = conversationWorkflowId(key);
  const rows = await readHistory(db, {
    conversationId,
    before: before === undefined ? undefined : Number(before),
    limit: limit + 1,
  });
  // A conversation comes to be with its first message; a sub-thread is opened.
  if (
    rows.length === 0 &&
    key.thread !== undefined &&
    (await findConversationId(db, conversationId)) === undefined
  )
    throw notFound(key);
  const messages = rows.slice(0, limit);
  const last = messages.at(-1);
  const hasMore = rows.length > limit;
  return { messages, hasMore, next: hasMore && last !== undefined ? String(last.seq) : null };
}
