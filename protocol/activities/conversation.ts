import type { JsonSchema } from '../asked-output.js';
import type { MessageData } from '../message-data.js';
import type { FailureTypeOf } from '../failure-types.js';
import type { ForkPlace } from '../fork.js';
import type { ConversationKey } from '../ids.js';
import type { DropTurnInput, DropTurnResult } from '../messages.js';
import type { FinalStatus, TurnKind } from '../status.js';
import type { MessagePart } from '../message-parts.js';
import type { LimitRefusal } from '../user-limits.js';
import type { QueueJump } from '../while-running.js';
import type { ThreadAnchor } from '../thread-anchor.js';

/** The Activities that a conversation Workflow asks for. Each may run twice. */
export interface ConversationActivities {
  /** Stores what a conversation accepted: finds or makes the conversation, and adds one row a turn, in order. */
  storeTurns(input: StoreTurnsInput): Promise<StoreTurnsResult>;
  /** Waits for the execution of a turn that an earlier run of the conversation started. */
  awaitExecution(input: { turnId: string }): Promise<AwaitedOutcome>;
  /** Finds those of these messages that joined a turn. */
  findJoined(input: { messageIds: readonly string[] }): Promise<readonly PartOfTurn[]>;
  /** Sees that the rows of a turn are final, and returns how the turn ended. */
  settleTurn(input: SettleTurnInput): Promise<FinalStatus>;
  /** Processes a clear: later turns see nothing of the thread so far. */
  clearConversation(input: { turnId: string }): Promise<void>;
  /** Processes a switch: later turns go on with another branch. */
  switchBranch(input: { turnId: string }): Promise<void>;
  /** Begins another conversation with what was said in this one; again is once. */
  forkConversation(input: { source: ConversationKey; place: ForkPlace }): Promise<ForkOutcome>;
  /** Ends the active thread; the next message begins a new one. */
  closeConversation(): Promise<void>;
}

/** A message, a clear or a switch that a Signal or Update brought. */
export interface NewTurn {
  turnId: string;
  kind: TurnKind;
  text?: string;
  textRef?: string;
  /** Instead of a text. */
  parts?: readonly MessagePart[] | undefined;
  /** The values that templates find under `trigger.data`; absent: none. */
  data?: MessageData | undefined;
  /** The JSON Schema of the object that is wanted as its answer; absent: none is asked for. */
  output?: JsonSchema | undefined;
  /** The turn whose message it says again. */
  retryOf?: string | undefined;
  /** The turn whose message it answers again, in a branch of its own. */
  regenerateOf?: string | undefined;
  /** The turn whose message it stands in place of, in a branch of its own. */
  editOf?: string | undefined;
  /** The branch that a switch goes to. */
  branch?: number | undefined;
  /** Absent: it waits in the queue. */
  whileRunning?: QueueJump | undefined;
}

export interface StoreTurnsInput {
  flow: string;
  user: string;
  channel: string;
  /** Id of a sub-thread; absent: the conversation itself. */
  thread?: string;
  /** Where the sub-thread hangs if it does not exist yet. */
  anchor?: ThreadAnchor;
  /** Id of the stored past of a conversation that does not exist yet. */
  pastRef?: string;
  turns: readonly NewTurn[];
  /** Turns whose ids the Workflow knows. They are compared with the stored ones. Absent when there are none. */
  repeated?: readonly NewTurn[];
  /** Messages to leave out of later contexts, or to take in again; absent: none. */
  drops?: readonly DropTurnInput[];
  /**
   * The turns that the Workflow knows to be unfinished: queued or running. Every other one is taken up, too: an
   * earlier run left it, or this one stored it and lost the memory of it with the server's.
   */
  waiting: readonly string[];
}

/** Small, because it is recorded with every turn: what is usual is absent. */
export type StoreTurnsResult =
  | { kind: 'unknown-flow'; known: readonly string[] }
  | ThreadRefusal
  | {
      kind: 'ok';
      /** In their order. Where one of them was taken up, those that wait already are named, too. */
      turns: readonly StoredTurn[];
      /** Messages that joined a turn before, sent again. */
      joined?: readonly PartOfTurn[];
      missingTexts?: readonly string[];
      /** Messages with parts that cannot be stored, retries of what cannot be tried again, and branches that cannot be; each with
       * the reason. */
      refused?: readonly RefusedTurn[];
      /** The result of each drop, in their order. */
      drops?: readonly DropOutcome[];
      /** Turns that are more than the user may have at once, of which nothing is stored. */
      overLimit?: LimitRefusal & { turnIds: readonly string[] };
      /** Ids of given turns under which other content is stored. */
      conflicts?: readonly string[];
      /** Indexes of the repeated turns whose content differs from the stored one. */
      repeatConflicts?: readonly number[];
      /** Messages that settled questions of a turn. */
      answers?: readonly AnsweringMessage[];
      isSearchable?: true;
      /**
       * Events after which the run makes room for the next. Told by an Activity, so that a history keeps the number that it
       * was written with; absent in those that older workers wrote.
       */
      rolloverEvents?: number;
    };

/** Result of `forkConversation`; null: it is there. */
export type ForkOutcome = { refused: { type: FailureTypeOf<'Conversation'>; message: string } | null };

/** A message that is not stored, with the reason as a sentence. */
export interface RefusedTurn {
  turnId: string;
  message: string;
  /** Absent: `Conversation.InvalidTurn`. */
  type?: 'Approval.NotPermitted' | 'Approval.NotWaiting';
}

/** A turn that is stored; what is usual is absent. */
interface StoredTurn {
  id: string;
  kind?: TurnKind;
  ended?: FinalStatus;
  whileRunning?: QueueJump;
  /** It began, and has not ended. */
  hasBegun?: true;
}

/** The turn whose message was dropped or restored, or a sentence that says why none was. */
export type DropOutcome = DropTurnResult | { problem: string };

/** A message that is a part of a turn, and none itself. */
export interface PartOfTurn {
  messageId: string;
  turnId: string;
  /** How the turn ended; absent: it has not. */
  ended?: FinalStatus;
}

/** Why a sub-thread cannot be: as the Workflow and the client say it. */
export interface ThreadRefusal {
  kind: 'no-thread';
  type: 'Conversation.UnknownThread' | 'Conversation.InvalidAnchor';
  message: string;
}

/** A question that a turn asked its user, somewhere in its tree of executions. */
export interface AnsweredQuestion {
  /** Of the turn that asks. */
  turnId: string;
  /** How the turn ended; absent: it has not. */
  ended?: FinalStatus;
  /** Workflow ID of the execution that waits. */
  executionId: string;
  nodeId: string;
  iteration: string;
  /** The tool call that it asks about; absent: the node itself asks. */
  call?: string;
}

/** A message that settled a question of the running turn: it answered the question, or said something else. */
export interface AnsweringMessage extends AnsweredQuestion {
  /** Of the message. */
  messageId: string;
  /** It said something else, so it is a message like any other. Absent: it is a part of the turn. */
  isOwn?: true;
}

export interface SettleTurnInput {
  turnId: string;
  status: FinalStatus;
  errorType?: string;
  errorMessage?: string;
}

/** How an execution that an earlier run started ended. */
export interface AwaitedOutcome {
  status: FinalStatus;
  errorType?: string;
  errorMessage?: string;
  /** The thread has work that is done after the turn. */
  upkeep?: true;
  /** The turn has not begun. The Workflow that has its id belongs to a conversation that was deleted. */
  isUnbegun?: true;
}
