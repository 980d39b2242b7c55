import type { LeftRange } from '../left.js';
import type { Omission } from '../omission.js';
import type { Counters, ModelCounting } from '../planning-tools.js';
import type { PlacedStatement } from '../standing/placed-statement.js';
import type { Attachment } from '../attachments/attachment.js';
import type { TraceEntry } from '../sent/sources.js';

/** The facts of an execution that its calls depend on. */
export interface CallExecution {
  /** Null: it runs outside a conversation. */
  conversationId: number | null;
  /** The turn's own message in its thread; null: an execution outside a conversation. */
  currentSeq: number | null;
  /** Messages up to here are not seen: the history was cleared. */
  clearedThrough: number | null;
  /** Messages up to here are covered by the summary, or were cleared. */
  coversThrough: number | null;
  /** The thread's summary; null: there is none. */
  summaryOrdinal: number | null;
  /** Levels of threads above it. */
  threadDepth: number;
  /** Of the thread. */
  title: string | null;
  /** Text of an execution outside a conversation. */
  input: string | null;
  /** The files in that text; absent or null: it has none. */
  attachments?: readonly Attachment[] | null;
}

/** The rules of a flow for the histories of its conversations. */
export interface HistoryRules {
  /** Newest messages that are sent as they are, the current one included. */
  messages: number;
  /** Tokens that messages from before the turn may have. */
  tokens: number;
  /** Characters that they may have together, the summary included. */
  characters: number;
  /** Characters of one of them over which a placeholder replaces it. */
  messageCharacters: number;
  /** Undefined: older messages are not summarized. */
  summaries:
    | { inline: boolean; every: 'window' | 'turn'; tokens: readonly number[]; minTokens?: number | undefined }
    | undefined;
  /** Undefined: nothing is looked up in older messages. */
  retrieval: { tokens: number } | undefined;
}

/** A user's message that an agent's queues put among its own steps. */
export interface Instruction {
  text: string;
  /** The step of the trace that it stands before. */
  beforeStep: number;
  /** It is being worked on. */
  isRunning: boolean;
  /** It was said while the agent worked on something else, and joined that. */
  joins?: boolean;
}

/** The settings and texts of a node that its calls are planned from, besides its own rows. */
export interface CallNode {
  /** The step that its first one comes after. */
  base: number;
  /** The node's own prompt, asked in place of the user's message. */
  prompt: string | undefined;
  seesHistory: boolean;
  history: HistoryRules;
  /** Its answer is the last that the user is told: a summary may be asked for with it. */
  speaksLast: boolean;
  /** Answers of the nodes before it, in the flow's order; their counts are plain. */
  answers: readonly { step: number; text: string; tokens: number }[];
  /** The instructions of the run's queues, oldest first; undefined: the run has only its question. */
  instructions: { said: readonly Instruction[] } | undefined;
}

/** A message of a thread; its count is plain. */
export interface RawMessage {
  seq: number;
  role: 'user' | 'assistant';
  /** Of a long one that is not the turn's own only the beginning. */
  content: string;
  /** Of the whole text. */
  characters: number;
  /** Whether a long one's passages can be searched. */
  isIndexed: boolean;
  tokens: number;
  /** Tokens of the thread up to and with it. */
  runningTokens: number;
  /** Its files; absent or null: it has none. */
  attachments?: readonly Attachment[] | null;
  /** Why contexts leave it out; absent or null: they do not. */
  omitted?: Omission | null;
  /** It is the part of an answer that had been said when its turn was cancelled. */
  isPartial?: boolean;
  /** The note about the tool calls of its turn; absent or null if that was answered or called no tool. */
  brokenCalls?: string | null;
}

/** A message of an execution's own steps; its counts are plain. */
export interface StepRow extends TraceEntry {
  /** Tokens it has when it is sent. */
  tokens: number;
  /** Tokens of it that are never sent: thinking. */
  hygieneTokens: number;
  /** Tokens of the whole result that it only points at. */
  spilledTokens: number;
}

/** A summary that a compaction made of what an execution had seen. */
export interface CompactionSummary {
  /** Of the compaction's own model call. */
  step: number;
  /** The thread's messages from here to `throughSeq` are in this summary; null: none are. */
  firstSeq: number | null;
  /** The thread's messages up to here are not sent as they are; without `firstSeq` the thread's summary covers them. */
  throughSeq: number | null;
  /** The execution's steps up to here are summarized. */
  throughStep: number;
  summary: string | null;
}

/** The steps that a compaction's summary replaces, and what they cost when they were sent. */
export interface CompactedSteps {
  first: number;
  last: number;
  count: number;
  tokens: number;
  spilledTokens: number;
}

/** The part of a thread that a call may be sent as it is. */
export interface ThreadWindow {
  /** The turn's message with the history before it, oldest first. */
  rows: readonly RawMessage[];
  /** The ranges of the thread that are not among them. */
  left: readonly LeftRange[];
  /** The part of the thread that is older than the rows, and was not cleared; undefined: nothing is. */
  older: { after: number; before: number } | undefined;
  /** The notes about tool calls of broken turns, oldest first, each by the last message of its turn. */
  brokenCalls: readonly { seq: number; text: string }[];
  /** Places of messages between the rows that contexts leave out. */
  omitted: readonly number[];
  /** Long messages among the rows that a placeholder replaces, and of which passages can be found. */
  replaced: readonly number[];
  /** The standing requests of the thread and of the threads above, oldest first; empty where the node sees no history. */
  standing: readonly PlacedStatement[];
}

/** The rows that a call is planned from. */
export interface CallRows {
  execution: CallExecution;
  node: CallNode;
  /** The step that the call is for. */
  step: number;
  /** The compaction that replaces what came before the steps; undefined: all is there. */
  compaction: CompactionSummary | undefined;
  compacted: CompactedSteps | undefined;
  /** Of the execution itself, after the compacted ones. */
  steps: readonly StepRow[];
  /** Undefined: an execution outside a conversation. */
  window: ThreadWindow | undefined;
}

/** Plain counters, and what makes their counts, and stored ones, those of a model. */
export type RowCounters = Counters & Pick<ModelCounting, 'tokenFactor' | 'weighMessage'>;
