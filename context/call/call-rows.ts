import type { LeftRange } from '../message/left.js';
import type { Omission } from '../message/omission.js';
import type { Counters, ModelCounting } from '../text/counters.js';
import type { PlacedStatement } from '../standing/placed-statement.js';
import type { Attachment } from '../message/attachment.js';
import type { TraceEntry } from '../sent/sources.js';

export interface CallExecution {
  conversationId: number | null;
  currentSeq: number | null;
  clearedThrough: number | null;
  coversThrough: number | null;
  summaryOrdinal: number | null;
  threadDepth: number;
  title: string | null;
  input: string | null;
  attachments?: readonly Attachment[] | null;
}

export interface HistoryRules {
  messages: number;
  tokens: number;
  characters: number;
  messageCharacters: number;
  summaries:
    | { inline: boolean; every: 'window' | 'turn'; tokens: readonly number[]; minTokens?: number | undefined }
    | undefined;
  retrieval: { tokens: number } | undefined;
}

export interface Instruction {
  text: string;
  beforeStep: number;
  isRunning: boolean;
  joins?: boolean;
}

export interface CallNode {
  base: number;
  prompt: string | undefined;
  seesHistory: boolean;
  history: HistoryRules;
  /** Only the turn's last call may request a summary. */
  speaksLast: boolean;
  answers: readonly { step: number; text: string; tokens: number }[];
  instructions: { entries: readonly Instruction[] } | undefined;
}

export interface RawMessage {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
  characters: number;
  isIndexed: boolean;
  tokens: number;
  runningTokens: number;
  attachments?: readonly Attachment[] | null;
  omitted?: Omission | null;
  isPartial?: boolean;
  brokenCalls?: string | null;
}

export interface StepRow extends TraceEntry {
  tokens: number;
  /** Tokens of omitted thinking. */
  hygieneTokens: number;
  spilledTokens: number;
}

export interface CompactionSummary {
  step: number;
  firstSeq: number | null;
  /** If null, the conversation's summary covers all messages through `throughSeq`. */
  throughSeq: number | null;
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

export interface HistoryWindow {
  rows: readonly RawMessage[];
  left: readonly LeftRange[];
  older: { after: number; before: number } | undefined;
  brokenCalls: readonly { seq: number; text: string }[];
  omitted: readonly number[];
  replaced: readonly number[];
  standing: readonly PlacedStatement[];
  summary?: ThreadSummary | undefined;
}

export interface ThreadSummary {
  ordinal: number;
  content: string;
  tokens: number;
  coversThrough: number;
}

export interface CallRows {
  execution: CallExecution;
  node: CallNode;
  step: number;
  compaction: CompactionSummary | undefined;
  compacted: CompactedSteps | undefined;
  steps: readonly StepRow[];
  window: HistoryWindow | undefined;
}

export type RowCounters = Counters & Pick<ModelCounting, 'tokenFactor' | 'weighMessage'>;
