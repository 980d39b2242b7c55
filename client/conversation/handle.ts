import type {
  ConversationMarks,
  ListedBranch,
  StandingRequest,
  HistoryPage,
  QueuedMessage,
} from '../../views/conversation.js';
import type {
  AskResult,
  CancelTurnResult,
  DropTurnResult,
  ConversationStatus,
  TurnReceipt,
} from '../../protocol/messages.js';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { ForkOptions } from './fork-to-key.js';
import type { Rating } from '../../protocol/rating.js';
import type { WhileRunning } from '../../protocol/while-running.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { PastMessage } from '../../protocol/one-off.js';
import type { CallOptions } from '../call/call.js';
import type { WithObject } from './asked-object.js';
import type { LinkMethods } from './shared-links.js';
import type { MemoryUses } from '../../views/memory.js';
import type { StandingKey } from './read-standing.js';
import type { SummaryPage } from '../../views/summary.js';
import type { TrajectoryOptions } from '../explain/read-trajectory.js';
import type { Trajectory } from '../../views/trajectory.js';
import type { TurnEvent } from '../stream/turn-events.js';
import type { DeletedThread, MergedThreads, FlatThreadMessage, ThreadNode } from '../../views/thread.js';
import type { MergeOptions } from '../threads/merge-threads.js';
import type { OpenThread } from '../threads/open-thread.js';
import type { Part } from '../uploads/send-parts.js';

export type Message<Schema extends OutputSchema | undefined = OutputSchema | undefined> = MessageBody &
  MessageOptions & {
    /** Requests an object as the answer. The flow must end with an agent or model. */
    output?: Schema;
    /** Template values under `trigger.data`: at most 32 KB as JSON. Send integers past 2^53 as text. */
    data?: MessageData;
  };

type MessageBody =
  | {
      /** Of any length. Pass either `text` or `parts`. */
      text: string;
      parts?: undefined;
    }
  | {
      /** In the AI SDK's shapes; a file may be an upload's `ref`. Pass either `text` or `parts`. */
      parts: readonly Part[];
      text?: undefined;
    };

interface MessageOptions extends CallOptions {
  /** Makes the message idempotent; default: a new UUID. */
  turnId?: string;
}

export type MessageInput<Schema extends OutputSchema | undefined = OutputSchema | undefined> =
  string | readonly Part[] | Message<Schema>;

export type Answer<Schema extends OutputSchema | undefined = OutputSchema | undefined> = Pick<
  AskResult,
  'turnId' | 'executionId' | 'text' | 'finishReason'
> &
  WithObject<Schema>;

export interface SendOptions {
  /**
   * `queue` (default) waits, `steer` joins the running turn's next model call, `interrupt` cancels that turn.
   */
  whileRunning?: WhileRunning;
  /** 1 (highest) to 5 (lowest); default 3. Orders a backlog. */
  priority?: number;
  /** Earlier messages of a new conversation, which ends a minute after its turn. */
  past?: readonly PastMessage[];
  /**
   * Run by the caller, for a single-turn channel `once:…`. Their calls end the turn; send results with the
   * next request.
   */
  callerTools?: CallerTools;
}

export interface RetryOptions extends CallOptions {
  /** Makes the request idempotent; default: a new UUID. */
  turnId?: string;
}

export interface RegenerateOptions extends RetryOptions {
  /** `queue` (default) waits for a running turn, `interrupt` cancels it. */
  whileRunning?: Exclude<WhileRunning, 'steer'> | undefined;
}

export interface HistoryOptions extends CallOptions {
  /** 1 to 500; default 50. */
  limit?: number;
  /** The previous page's `next`. */
  before?: string;
  /** Default: the current branch. */
  branch?: number;
}

/**
 * Requests with a turn id are idempotent. Throws `Client.Unavailable`, `Client.OutcomeOpen`,
 * `Conversation.InvalidTurn`, or `Conversation.UnknownThread`.
 */
export interface ConversationHandle extends ThreadMethods, LinkMethods {
  /** The Workflow ID. */
  readonly workflowId: string;
  /** Sends a message and waits for the answer. Throws the turn's failure, or `Conversation.TurnCancelled`. */
  ask<Schema extends OutputSchema | undefined = undefined>(
    message: MessageInput<Schema>,
    options?: SendOptions,
  ): Promise<Answer<Schema>>;
  /**
   * Returns once the message is stored. Resending a queued one with `interrupt` or `steer` changes it, as
   * `change` does.
   */
  submit(message: MessageInput, options?: SendOptions): Promise<TurnReceipt>;
  /**
   * All events of a turn, or those after `from`. A message that joined a turn starts at the first model call
   * that includes it.
   */
  stream(
    turnId: string,
    options?: CallOptions & { from?: string; signal?: AbortSignal },
  ): AsyncGenerator<TurnEvent, void, void>;
  /** Newest first. */
  history(page?: HistoryOptions): Promise<HistoryPage>;
  /** Turns that have not ended, in processing order. */
  unfinished(options?: CallOptions): Promise<string[]>;
  /** Running and queued messages, in processing order. */
  queued(options?: CallOptions): Promise<QueuedMessage[]>;
  /** Current and replaced summaries with their cost. */
  summaries(options?: CallOptions & { limit?: number }): Promise<SummaryPage>;
  /** The user's standing requests, also of parent threads, oldest first. */
  standing(options?: CallOptions): Promise<StandingRequest[]>;
  /** Stops sending the request; `false` undoes it. Throws `Client.NotFound`. */
  withdraw(request: StandingKey, isWithdrawn?: boolean): Promise<void>;
  /** How many of the newest 200 calls sent each standing request and summary. */
  memoryUses(options?: CallOptions): Promise<MemoryUses>;
  /** Trajectories of the newest rounds or one turn. Throws `Client.NotFound`. */
  trajectory(options?: TrajectoryOptions & { turnId?: string }): Promise<Trajectory>;
  /**
   * Cancels a turn, by default the running one, and waits for its end. If it has ended, `withNewer` cancels
   * its newest retry, edit or regeneration.
   */
  cancel(turnId?: string, options?: { withNewer?: boolean }): Promise<CancelTurnResult>;
  /**
   * Changes how a queued message is sent, or its text. Its id and its files stay, and its place among messages
   * of its mode. Throws `Turn.NotQueued`, `Conversation.Closed` or `Conversation.InvalidTurn`, and then changes
   * nothing.
   */
  change(turnId: string, change: { whileRunning?: WhileRunning; text?: string }): Promise<TurnReceipt>;
  /**
   * Replaces a failed, canceled or refused message, by default the newest. Returns a retry that runs or was
   * answered.
   */
  retry(turnId?: string, options?: RetryOptions): Promise<TurnReceipt>;
  /** Answers an ended turn again, by default the newest, in a new branch. */
  regenerate(turnId?: string, options?: RegenerateOptions): Promise<TurnReceipt>;
  /** Replaces an ended turn's message in a new branch. */
  edit(turnId: string, message: MessageInput, options?: SendOptions): Promise<TurnReceipt>;
  /** Oldest first. Every conversation has branch 0. */
  branches(options?: CallOptions): Promise<ListedBranch[]>;
  /** Continues later messages in this branch. Queued like a message. */
  switchTo(branch: number, options?: RetryOptions): Promise<TurnReceipt>;
  /**
   * Starts another conversation from the messages up to an ended turn. A fork for another `user` copies
   * messages and files, and is deleted with the first user. Throws `Client.NotFound`,
   * `Conversation.InvalidTurn` or `Conversation.IdTaken`.
   */
  fork(options: ForkOptions): Promise<ConversationHandle>;
  /** Hides an ended turn's messages from later turns, by default the newest. */
  drop(turnId?: string): Promise<DropTurnResult>;
  /** Null removes the rating. Throws `Client.NotFound`. */
  rate(turnId: string, rating: Rating | null): Promise<void>;
  /** Pins or archives; a later message unarchives. Throws `Client.NotFound`. */
  mark(marks: ConversationMarks): Promise<void>;
  /** Undoes `drop`. */
  restore(turnId?: string): Promise<DropTurnResult>;
  /** Hides earlier messages from later turns. Queued like a message. */
  clear(): Promise<TurnReceipt>;
  /** Refuses new messages, processes queued ones, and ends the thread. */
  close(): Promise<void>;
  /** Null if the Workflow is not running. */
  status(options?: CallOptions): Promise<ConversationStatus | null>;
}

export interface ThreadMethods {
  /**
   * The context begins with the parents, up to the anchor. Idempotent with an `id`. Throws
   * `Conversation.InvalidAnchor`.
   */
  openThread(input: OpenThread): Promise<ConversationHandle>;
  /** Sends no request. */
  thread(id: string): ConversationHandle;
  /** Nests the threads below. Throws `Client.NotFound`. */
  threads(): Promise<ThreadNode>;
  /** Also deletes all threads below. */
  deleteThread(id: string): Promise<DeletedThread>;
  /** Deletes all threads. Throws `Client.NotFound` or `Conversation.HasForks`. */
  delete(): Promise<DeletedThread>;
  /** Only another `rename` changes the title. Returns it as stored: one line, at most 200 characters. */
  rename(title: string): Promise<string>;
  /** Messages of this and all threads below, each thread after its anchor. */
  flatten(): Promise<FlatThreadMessage[]>;
  /** Merges this and all threads below into one text. */
  merge(options?: MergeOptions): Promise<MergedThreads>;
}
