import type { ListedBranch, StandingRequest, HistoryPage } from '../../views/conversation.js';
import type {
  AskResult,
  CancelTurnResult,
  DropTurnResult,
  ConversationStatus,
  TurnReceipt,
} from '../../protocol/messages.js';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { ForkOptions } from './fork.js';
import type { WhileRunning } from '../../protocol/while-running.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { PastMessage } from '../../protocol/one-off.js';
import type { CallOptions } from '../call/call.js';
import type { WithObject } from './asked-object.js';
import type { SummaryPage } from '../../views/summary.js';
import type { TrajectoryOptions } from '../explain/read-trajectory.js';
import type { Trajectory } from '../../views/trajectory.js';
import type { TurnEvent } from '../stream/stream-events.js';
import type { DeletedThread, MergedThreads, FlatThreadMessage, ThreadNode } from '../../views/thread.js';
import type { MergeOptions } from '../threads/merge-threads.js';
import type { OpenThread } from '../threads/open-thread.js';
import type { Part } from '../uploads/send-parts.js';

/** A message to send. */
export type Message<Schema extends OutputSchema | undefined = OutputSchema | undefined> = MessageBody &
  MessageOptions & {
    /**
     * Requests an object as the answer: a zod schema or a JSON Schema. `ask` returns the `object`. An agent or model
     * must give the flow's final answer.
     */
    output?: Schema;
    /** Values that templates find under `trigger.data`: an object of at most 32 KB as JSON. Send integers past 2^53 as text. */
    data?: MessageData;
  };

/** The content of a message: a text, or texts, pictures and files. */
type MessageBody =
  | {
      /** The message's text, of any length. Instead of `parts`. */
      text: string;
      parts?: undefined;
    }
  | {
      /** Texts, pictures and files, in the AI SDK's shapes: a file by its content, or by the `ref` of an upload. Instead of `text`. */
      parts: readonly Part[];
      text?: undefined;
    };

interface MessageOptions extends CallOptions {
  /** Resending a message with its `turnId` is idempotent; default: a new UUID. */
  turnId?: string;
}

/** A message, or its text or parts alone. */
export type Said<Schema extends OutputSchema | undefined = OutputSchema | undefined> =
  string | readonly Part[] | Message<Schema>;

/** The answer to a message, with the object that was asked for. */
export type Answer<Schema extends OutputSchema | undefined = OutputSchema | undefined> = Pick<
  AskResult,
  'turnId' | 'executionId' | 'text' | 'finishReason'
> &
  WithObject<Schema>;

/** How a message is sent. */
export interface SendOptions {
  /**
   * `queue` (default) waits for the turns before it, `steer` joins the running turn's next model call, `interrupt`
   * cancels the running turn and begins at once.
   */
  whileRunning?: WhileRunning;
  /**
   * Earlier messages of a conversation that starts with this one; an existing conversation keeps its own. Such a
   * conversation ends a minute after its turn.
   */
  past?: readonly PastMessage[];
  /**
   * Tools that the caller runs, for a conversation with a single turn (its channel begins with `once:`). A call of such
   * a tool ends the turn and is among its events; send its result with the next request.
   */
  callerTools?: CallerTools;
}

/** Options for sending a message again. */
export interface RetryOptions extends CallOptions {
  /** The id of the new turn; resending a request with it is idempotent; default: a new UUID. */
  turnId?: string;
}

/** Options for answering a message again. */
export interface RegenerateOptions extends RetryOptions {
  /** `queue` (default) waits for a running turn, `interrupt` cancels it. */
  whileRunning?: Exclude<WhileRunning, 'steer'> | undefined;
}

/** Which part of a history is read. */
export interface HistoryOptions extends CallOptions {
  /** The most messages, from 1 to 500; default 50. */
  limit?: number;
  /** The `next` of the page before. */
  before?: string;
  /** Number of the branch to read; default: the current branch. */
  branch?: number;
}

/**
 * A conversation or sub-thread. Requests with a turn id are idempotent. If Temporal, Postgres or the workers do not
 * answer in time, methods throw `Client.Unavailable` or `Client.OutcomeOpen`.
 */
export interface ConversationHandle extends ThreadMethods {
  /** The Workflow ID, also in Temporal's UI. */
  readonly workflowId: string;
  /**
   * Sends a message and waits for its answer. If the message joins a turn (`steer`), that turn's answer is returned.
   * With `output`, the answer has the checked `object`. Throws the turn's failure, or `Conversation.TurnCancelled`.
   */
  ask<Schema extends OutputSchema | undefined = undefined>(
    message: Said<Schema>,
    options?: SendOptions,
  ): Promise<Answer<Schema>>;
  /**
   * Sends a message; returns when it is stored. A message that waits in the queue, sent again with `interrupt` or `steer`, is
   * withdrawn and retried that way, as a turn with another id.
   */
  submit(message: Said, options?: SendOptions): Promise<TurnReceipt>;
  /**
   * Streams the events of a turn, from its beginning or after the event with id `from`. Ends with the turn. If the
   * message joined a turn, streams that turn from the first model call with the message.
   */
  stream(
    turnId: string,
    options?: CallOptions & { from?: string; signal?: AbortSignal },
  ): AsyncGenerator<TurnEvent, void, void>;
  /** Lists the messages of the conversation, newest first, a page at a time. */
  history(page?: HistoryOptions): Promise<HistoryPage>;
  /** Lists the ids of turns that have not ended, in the order in which they are processed. */
  unfinished(options?: CallOptions): Promise<string[]>;
  /** Lists the summaries of older messages, current and replaced ones, with their cost. */
  summaries(options?: CallOptions & { limit?: number }): Promise<SummaryPage>;
  /** Lists the user's standing requests here and in parent threads, oldest first, each with its current status. */
  standing(options?: CallOptions): Promise<StandingRequest[]>;
  /**
   * Returns the trajectories of the conversation's agents, in the newest rounds or in one turn. Throws
   * `Client.NotFound`.
   */
  trajectory(options?: TrajectoryOptions & { turnId?: string }): Promise<Trajectory>;
  /**
   * Cancels a turn, by default the running one; returns when it has ended. `withNewer`: if the turn has ended, cancels
   * the newest turn that retries, edits or regenerates it.
   */
  cancel(turnId?: string, options?: { withNewer?: boolean }): Promise<CancelTurnResult>;
  /**
   * Sends a failed, canceled or refused message again, by default the newest, as a new turn that replaces the first.
   * If a retry is running or was answered, returns that one. Throws `Conversation.InvalidTurn`.
   */
  retry(turnId?: string, options?: RetryOptions & Pick<SendOptions, 'whileRunning'>): Promise<TurnReceipt>;
  /**
   * Answers the message of an ended turn again, by default the newest. The new turn starts a branch; the old branch
   * keeps the first answer and everything after it. Throws `Conversation.InvalidTurn`.
   */
  regenerate(turnId?: string, options?: RegenerateOptions): Promise<TurnReceipt>;
  /**
   * Replaces the message of an ended turn. The new turn starts a branch; the old branch keeps the first message and
   * everything after it. Throws `Conversation.InvalidTurn`.
   */
  edit(turnId: string, message: Said, options?: SendOptions): Promise<TurnReceipt>;
  /** Lists the branches, oldest first. Every conversation has at least branch 0. */
  branches(options?: CallOptions): Promise<ListedBranch[]>;
  /**
   * Switches to a branch by its number: later messages continue there. Queued like a message. Throws
   * `Conversation.InvalidTurn`.
   */
  switchTo(branch: number, options?: RetryOptions): Promise<TurnReceipt>;
  /**
   * Starts another conversation with the same flow from the messages up to an ended turn. The cost does not depend on
   * the length, and neither conversation sees later messages of the other. A fork for another `user` gets the messages
   * and their files, and is deleted when the first user is forgotten. Needs no worker. Throws `Client.NotFound`,
   * `Conversation.InvalidTurn`, and `Conversation.IdTaken` if the channel has another conversation.
   */
  fork(options: ForkOptions): Promise<ConversationHandle>;
  /**
   * Hides a failed, canceled or refused message from later turns, by default the newest. It stays in the history.
   * Throws `Conversation.InvalidTurn`.
   */
  drop(turnId?: string): Promise<DropTurnResult>;
  /** Undoes `drop`: later turns see the message again. Throws `Conversation.InvalidTurn`. */
  restore(turnId?: string): Promise<DropTurnResult>;
  /** Starts a fresh context: later turns do not see earlier messages. Queued like a message. Nothing is deleted. */
  clear(): Promise<TurnReceipt>;
  /** Accepts no more messages, processes the queued ones, and ends the thread. */
  close(): Promise<void>;
  /** Returns the status; null if the conversation is not running. */
  status(options?: CallOptions): Promise<ConversationStatus | null>;
}

/** Methods for the sub-threads of a conversation or sub-thread. */
export interface ThreadMethods {
  /**
   * Opens a sub-thread on a message. Idempotent with an `id`. The sub-thread is a full conversation; its context begins
   * with its parents, up to the anchor. Throws `Conversation.InvalidAnchor`, `Conversation.UnknownThread`.
   */
  openThread(input: OpenThread): Promise<ConversationHandle>;
  /** Returns a handle on a sub-thread at any level. Sends no request. */
  thread(id: string): ConversationHandle;
  /** Returns the thread with all threads below it. Throws `Client.NotFound`, `Conversation.UnknownThread`. */
  threads(): Promise<ThreadNode>;
  /** Deletes a sub-thread and all threads below it, Workflows and rows. Throws `Conversation.UnknownThread`. */
  deleteThread(id: string): Promise<DeletedThread>;
  /**
   * Sets the title, which only another `rename` changes. Returns the stored title: one line, at most 200 characters.
   */
  rename(title: string): Promise<string>;
  /**
   * Returns all messages of the thread and the threads below it in one list, each thread right after its anchor.
   * Changes nothing.
   */
  flatten(): Promise<FlatThreadMessage[]>;
  /** Merges the thread and the threads below it into one text. */
  merge(options?: MergeOptions): Promise<MergedThreads>;
}
