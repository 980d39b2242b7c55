import type { JsonSchema } from '../json-schema.js';
import type { MessageData } from '../message-data.js';
import type { FailureTypeOf } from '../failure-types.js';
import type { ForkPlace } from '../fork-place.js';
import type { ConversationKey } from '../ids.js';
import type { SearchAttributeName } from '../search-attributes.js';
import type { ChangeTurnInput, DropTurnInput, DropTurnResult } from '../messages.js';
import type { FinalStatus, TurnKind } from '../final-status.js';
import type { MessagePart } from '../message-parts.js';
import type { LimitRefusal } from '../user-limits.js';
import type { QueueJump } from '../while-running.js';
import type { ThreadAnchor } from '../thread-anchor.js';

export interface ConversationActivities {
  storeTurns(input: StoreTurnsInput): Promise<StoreTurnsResult>;
  awaitExecution(input: { turnId: string }): Promise<AwaitedOutcome>;
  findJoined(input: { messageIds: readonly string[] }): Promise<readonly PartOfTurn[]>;
  settleTurn(input: SettleTurnInput): Promise<FinalStatus>;
  clearConversation(input: { turnId: string }): Promise<void>;
  switchBranch(input: { turnId: string }): Promise<void>;
  forkConversation(input: { source: ConversationKey; place: ForkPlace }): Promise<ForkOutcome>;
  closeConversation(): Promise<void>;
}

export interface NewTurn {
  turnId: string;
  kind: TurnKind;
  text?: string;
  textRef?: string;
  parts?: readonly MessagePart[] | undefined;
  data?: MessageData | undefined;
  output?: JsonSchema | undefined;
  retryOf?: string | undefined;
  regenerateOf?: string | undefined;
  editOf?: string | undefined;
  branch?: number | undefined;
  whileRunning?: QueueJump | undefined;
}

export interface StoreTurnsInput {
  flow: string;
  user: string;
  channel: string;
  thread?: string;
  anchor?: ThreadAnchor;
  pastRef?: string;
  turns: readonly NewTurn[];
  /** Resent turns, which are compared with the stored ones. */
  repeated?: readonly NewTurn[];
  changes?: readonly TurnChange[] | undefined;
  drops?: readonly DropTurnInput[];
  /**
   * Turns that the Workflow knows. All other unfinished turns are returned: an earlier run left them, or the
   * server lost this run's state.
   */
  waiting: readonly string[];
  /** Set while the turn is being canceled, when no message answers its questions. */
  isCancelling?: true | undefined;
}

export interface TurnChange extends ChangeTurnInput {
  /** A change with the id of an earlier one is not made again. */
  updateId?: string | undefined;
}

export type StoreTurnsResult =
  | { kind: 'unknown-flow'; known: readonly string[] }
  | ThreadRefusal
  | {
      kind: 'ok';
      /** The attributes that the namespace has. */
      searchAttributes: readonly SearchAttributeName[];
      turns: readonly StoredTurn[];
      joined?: readonly PartOfTurn[];
      missingTexts?: readonly string[];
      refused?: readonly RefusedTurn[];
      changes?: readonly ChangeOutcome[];
      drops?: readonly DropOutcome[];
      overLimit?: LimitRefusal & { turnIds: readonly string[] };
      conflicts?: readonly string[];
      repeatConflicts?: readonly number[];
      answers?: readonly AnsweringMessage[];
      /** Recorded here, so that replays use the same number. */
      rolloverEvents: number;
    };

export type ForkOutcome = { refused: { type: FailureTypeOf<'Conversation'>; message: string } | null };

export interface RefusedTurn {
  turnId: string;
  message: string;
  type?: 'Approval.NotPermitted' | 'Approval.NotWaiting';
}

interface StoredTurn {
  id: string;
  kind?: TurnKind;
  ended?: FinalStatus;
  whileRunning?: QueueJump;
  hasBegun?: true;
}

export type ChangeOutcome =
  { turnId: string } | { type: 'Conversation.InvalidTurn' | 'Turn.NotQueued'; problem: string };

export type DropOutcome = DropTurnResult | { problem: string };

export interface PartOfTurn {
  messageId: string;
  turnId: string;
  ended?: FinalStatus;
}

export interface ThreadRefusal {
  kind: 'no-thread';
  type: 'Conversation.UnknownThread' | 'Conversation.InvalidAnchor';
  message: string;
}

export interface AnsweredQuestion {
  turnId: string;
  ended?: FinalStatus;
  executionId: string;
  nodeId: string;
  iteration: string;
  call?: string;
}

export interface AnsweringMessage extends AnsweredQuestion {
  messageId: string;
  /** Set if the message answers no question. */
  isOwn?: true;
}

export interface SettleTurnInput {
  turnId: string;
  status: FinalStatus;
  errorType?: string;
  errorMessage?: string;
}

export interface AwaitedOutcome {
  status: FinalStatus;
  errorType?: string;
  errorMessage?: string;
  upkeep?: true;
  /** Set if the Workflow with this id belongs to a deleted conversation. */
  isUnbegun?: true;
}
