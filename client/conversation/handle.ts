import type { HistoryMessage } from '../../store/conversation/read-history.js';
import type {
  AskResult,
  CancelTurnResult,
  DropTurnResult,
  ConversationStatus,
  TurnReceipt,
} from '../../protocol/messages.js';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { ListedBranch } from '../../store/branches/list-branches.js';
import type { ForkOptions } from './fork.js';
import type { WhileRunning } from '../../protocol/while-running.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { PastMessage } from '../../protocol/one-off.js';
import type { CallOptions } from '../call/call.js';
import type { WithObject } from './asked-object.js';
import type { StandingRequest } from './read-standing.js';
import type { SummaryPage } from './read-summaries.js';
import type { Trajectory, TrajectoryOptions } from '../explain/read-trajectory.js';
import type { TurnEvent } from '../stream/stream-events.js';
import type { DeletedThread } from '../threads/delete-thread.js';
import type { MergedThreads, MergeOptions } from '../threads/merge-threads.js';
import type { OpenThread } from '../threads/open-thread.js';
import type { Part } from '../uploads/send-parts.js';
import type { FlatThreadMessage } from '../threads/read-threads.js';
import type { ThreadNode } from '../threads/thread-tree.js';

/** A message to send. */
export type Message<Schema extends OutputSchema | undefined = OutputSchema | undefined> = MessageBody &
  MessageOptions & {
    /**
     * The schema of an object that is to be the answer, a zod schema or a JSON Schema; `ask` gives the object. The flow's last
     * word has to be an agent's or a model's.
     */
    output?: Schema;
    /** Values that templates find under `trigger.data`: an object of at most 32 KB as JSON. */
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
  /** Makes sending it again the same turn; default: a new UUID. */
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
   * The treatment of the message while a turn runs: `queue`, the default, `steer` (it joins that turn's next model call) or `interrupt`
   * (that turn is cancelled, and this one begins at once).
   */
  whileRunning?: WhileRunning;
  /**
   * The past of a conversation that begins with this message; one that has begun keeps its own past. With it
   * the conversation ends a minute after its turn.
   */
  past?: readonly PastMessage[];
  /**
   * Tools that the sender has, for the agent of a conversation that is for this answer alone (its channel begins with
   * `once:`). A call of one ends the turn: it stands among the events, and its result is sent with the next request.
   */
  callerTools?: CallerTools;
}

/** How a message is said again. */
export interface RetryOptions extends CallOptions {
  /** The id of the new turn, which makes sending the retry again the same one; default: a new UUID. */
  turnId?: string;
}

/** How a message is answered anew. */
export interface RegenerateOptions extends RetryOptions {
  /** The treatment of the turn that runs: it is waited for (`queue`, the default) or cancelled (`interrupt`). */
  whileRunning?: Exclude<WhileRunning, 'steer'> | undefined;
}

/** Which part of a history is read. */
export interface HistoryOptions extends CallOptions {
  /** The most messages, from 1 to 500; default 50. */
  limit?: number;
  /** The `next` of the page before. */
  before?: string;
  /** Number of the branch that is read; default: the one that the conversation is in. */
  branch?: number;
}

/** A page of a thread. */
export interface HistoryPage {
  /** Newest first. */
  messages: HistoryMessage[];
  /** Give it as `before` for the next page; null: there is none. */
  next: string | null;
  hasMore: boolean;
}

/**
 * One conversation or sub-thread. Every method may be called again; a turn with the same id happens once. Where Temporal,
 * Postgres or the workers do not answer in time, methods throw `Client.Unavailable` or `Client.OutcomeOpen`.
 */
export interface ConversationHandle extends ThreadMethods {
  /** Its Workflow ID, under which Temporal's UI shows it. */
  readonly workflowId: string;
  /**
   * Sends a message and waits for its answer; of one that joined a turn (`steer`) the answer of that. Throws the turn's
   * failure, or `Conversation.TurnCancelled`. With `output` the answer has the `object`, checked; the same turn id sent again
   * gives the same one.
   */
  ask<Schema extends OutputSchema | undefined = undefined>(
    message: Said<Schema>,
    options?: SendOptions,
  ): Promise<Answer<Schema>>;
  /** Sends a message; returns when it is stored. */
  submit(message: Said, options?: SendOptions): Promise<TurnReceipt>;
  /**
   * Streams the events of a turn, from its beginning or after the event with id `from`. Ends with the turn. Of a message
   * that joined a turn it streams that, from the call that was sent the message.
   */
  stream(
    turnId: string,
    options?: CallOptions & { from?: string; signal?: AbortSignal },
  ): AsyncGenerator<TurnEvent, void, void>;
  /** Lists the messages of the conversation, newest first, a page at a time. */
  history(page?: HistoryOptions): Promise<HistoryPage>;
  /** Ids of the messages whose turns have not ended, in the order in which they are worked off. */
  unfinished(options?: CallOptions): Promise<string[]>;
  /** The summaries of its older messages, current and replaced ones, with their cost. */
  summaries(options?: CallOptions & { limit?: number }): Promise<SummaryPage>;
  /** Lists the user's standing requests here and in the threads above, oldest first, each with its present state. */
  standing(options?: CallOptions): Promise<StandingRequest[]>;
  /** The trajectories of its agents, in its newest rounds or in that of one turn. Throws `Client.NotFound`. */
  trajectory(options?: TrajectoryOptions & { turnId?: string }): Promise<Trajectory>;
  /**
   * Cancels a turn, by default the one that runs; returns when it has ended. `withNewer`: if the turn has ended, the newest turn that
   * retries, edits or regenerates it is canceled instead.
   */
  cancel(turnId?: string, options?: { withNewer?: boolean }): Promise<CancelTurnResult>;
  /**
   * Says a message again, as a new turn, which takes the place of the first: by default the newest message. It failed, was
   * cancelled or was refused by the provider; while a retry of it is under way or was answered, that one is returned. Throws
   * `Conversation.InvalidTurn`.
   */
  retry(turnId?: string, options?: RetryOptions): Promise<TurnReceipt>;
  /**
   * Has the message of a turn that has ended answered anew, by default of the newest. The new turn begins a branch: the first
   * answer, and what came after it, stay whole in theirs. Throws `Conversation.InvalidTurn`.
   */
  regenerate(turnId?: string, options?: RegenerateOptions): Promise<TurnReceipt>;
  /**
   * Sends a message in place of the one of a turn that has ended. The new turn begins a branch: the first message, and what
   * came after it, stay whole in theirs. Throws `Conversation.InvalidTurn`.
   */
  edit(turnId: string, message: Said, options?: SendOptions): Promise<TurnReceipt>;
  /** Its branches, oldest first; one that never began another has one, of number 0. */
  branches(options?: CallOptions): Promise<ListedBranch[]>;
  /**
   * Goes to a branch, by its number: later messages go on with it. Takes its place in the queue. Throws
   * `Conversation.InvalidTurn`.
   */
  switchTo(branch: number, options?: RetryOptions): Promise<TurnReceipt>;
  /**
   * Begins another conversation of the same flow with what was said up to a turn that has ended. It costs the same at every
   * length; what is said later in one is not seen in the other. Of another `user` it has the messages and their files, and
   * is gone when the first one is forgotten. No worker is needed. Throws `Client.NotFound`, `Conversation.InvalidTurn`, and
   * `Conversation.IdTaken` where the channel has another conversation.
   */
  fork(options: ForkOptions): Promise<ConversationHandle>;
  /**
   * Leaves such a message out of what later turns see, by default the newest. It stays in the history. Throws
   * `Conversation.InvalidTurn`.
   */
  drop(turnId?: string): Promise<DropTurnResult>;
  /** Has later turns see such a message again. Throws `Conversation.InvalidTurn`. */
  restore(turnId?: string): Promise<DropTurnResult>;
  /** Later messages see nothing of the thread so far; takes its place in the queue. Nothing is deleted. */
  clear(): Promise<TurnReceipt>;
  /** Takes no more messages, works off those it has, and ends the thread. */
  close(): Promise<void>;
  /** How it stands; null: it is not running. */
  status(options?: CallOptions): Promise<ConversationStatus | null>;
}

/** Methods for the sub-threads of a conversation, or for those that hang on a sub-thread. */
export interface ThreadMethods {
  /**
   * Opens a sub-thread on a message, or finds it open; it has all that a conversation has. Its calls are sent the summaries
   * of what it hangs on and the text that it is about, not the messages around that. Throws `Conversation.InvalidAnchor`,
   * `Conversation.UnknownThread`.
   */
  openThread(input: OpenThread): Promise<ConversationHandle>;
  /** A handle on a sub-thread of the conversation, at any level; makes no call. */
  thread(id: string): ConversationHandle;
  /** It with all that hangs on it. Throws `Client.NotFound`, `Conversation.UnknownThread`. */
  threads(): Promise<ThreadNode>;
  /** Deletes a sub-thread and all that hangs on it, Workflows and rows. Throws `Conversation.UnknownThread`. */
  deleteThread(id: string): Promise<DeletedThread>;
  /** Gives it a title, which nothing but another `rename` changes. Returns it as it is kept: one line, 200 characters. */
  rename(title: string): Promise<string>;
  /**
   * All that was said in it and in what hangs on it, in one list: threads right after the message they hang on. Nothing is
   * moved where it is stored.
   */
  flatten(): Promise<FlatThreadMessage[]>;
  /** Makes one text of it and of what hangs on it. */
  merge(options?: MergeOptions): Promise<MergedThreads>;
}
