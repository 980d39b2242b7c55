import type { LeftRange } from '../message/left.js';
import type { Omission } from '../message/omission.js';
import type { Counters, ModelCounting } from '../text/counters.js';
import type { PlacedStatement } from '../standing/placed-statement.js';
import type { Attachment } from '../message/attachment.js';
import type { TraceEntry } from '../sent/sources.js';

export interface CallExecution {
  /** Null outside a conversation. */
  conversationId: number | null;
  currentSeq: number | null;
  /** Messages up to here are not seen. */
  clearedThrough: number | null;
  /** Messages up to here are summarized or cleared. */
  coversThrough: number | null;
  summaryOrdinal: number | null;
  threadDepth: number;
  title: string | null;
  /** Set outside a conversation. */
  input: string | null;
  attachments?: readonly Attachment[] | null;
}

export interface HistoryRules {
  /** Newest messages sent raw, including the current one. */
  messages: number;
  tokens: number;
  characters: number;
  messageCharacters: number;
  summaries:
    | { inline: boolean; every: 'window' | 'turn'; tokens: readonly number[]; minTokens?: number | undefined }
    | undefined;
  retrieval: { tokens: number } | undefined;
}

/** A user's message that an agent's queues placed among its own steps. */
export interface Instruction {
  text: string;
  beforeStep: number;
  isRunning: boolean;
  /** Arrived during other work and joined that. */
  joins?: boolean;
}

export interface CallNode {
  base: number;
  prompt: string | undefined;
  seesHistory: boolean;
  history: HistoryRules;
  /** Ends the turn, so a summary may be requested with it. */
  speaksLast: boolean;
  /** In flow order; plain counts. */
  answers: readonly { step: number; text: string; tokens: number }[];
  instructions: { said: readonly Instruction[] } | undefined;
}

/** Its counts are plain. */
export interface RawMessage {
  seq: number;
  role: 'user' | 'assistant';
  /** Only the beginning, if long and not the turn's own. */
  content: string;
  characters: number;
  isIndexed: boolean;
  tokens: number;
  runningTokens: number;
  attachments?: readonly Attachment[] | null;
  omitted?: Omission | null;
  /** Written before its turn was canceled. */
  isPartial?: boolean;
  brokenCalls?: string | null;
}

/** Its counts are plain. */
export interface StepRow extends TraceEntry {
  tokens: number;
  /** Thinking, which is never sent. */
  hygieneTokens: number;
  /** Of the whole result that it points to. */
  spilledTokens: number;
}

export interface CompactionSummary {
  /** Step of the compaction's own model call. */
  step: number;
  /** The summary covers messages from here to `throughSeq`; null if none. */
  firstSeq: number | null;
  /** The thread's messages up to here are not sent. Without `firstSeq` the thread's summary covers them. */
  throughSeq: number | null;
  /** The summary covers steps up to here. */
  throughStep: number;
  summary: string | null;
}

export interface CompactedSteps {
  first: number;
  last: number;
  count: number;
  tokens: number;
  spilledTokens: number;
}

export interface ThreadWindow {
  rows: readonly RawMessage[];
  left: readonly LeftRange[];
  older: { after: number; before: number } | undefined;
  /** Oldest first; `seq` is the broken turn's last message. */
  brokenCalls: readonly { seq: number; text: string }[];
  omitted: readonly number[];
  /** Placeholders whose passages can be searched. */
  replaced: readonly number[];
  /** Includes ancestors' requests, oldest first. */
  standing: readonly PlacedStatement[];
}

export interface CallRows {
  execution: CallExecution;
  node: CallNode;
  step: number;
  compaction: CompactionSummary | undefined;
  compacted: CompactedSteps | undefined;
  steps: readonly StepRow[];
  window: ThreadWindow | undefined;
}

/** Plain counters, and the factors that turn plain counts into a model's. */
export type RowCounters = Counters & Pick<ModelCounting, 'tokenFactor' | 'weighMessage'>;
