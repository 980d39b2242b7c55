/** Characters of a text that an explanation shows at the most. */
export const BEGINNING_CHARACTERS = 200;

/** Names of the tools that were described, in order. */
export type ToolNames = readonly string[];

/** The rows that manifests refer to; texts are beginnings only. There may be more rows than one manifest needs. */
export interface ExplainRows {
  thread: readonly ThreadBeginning[];
  /** The parts of long messages that were found. */
  passages: readonly PassageBeginning[];
  trace: readonly TraceBeginning[];
  /** Of an execution outside a conversation. */
  input: string;
  compactions: readonly CompactedRange[];
  /** Summaries of the thread. */
  summaries: readonly SummaryBeginning[];
  /** Standing requests of the thread and of those above it; absent: none are needed. */
  standing?: readonly StandingBeginning[];
  /** Generated texts by hash. */
  texts: ReadonlyMap<string, string>;
  /** By the hash of the tool schemas. */
  toolNames: ReadonlyMap<string, ToolNames>;
}

/** A message of a thread; counts of rows are plain, without the model's token factor. */
export interface ThreadBeginning {
  seq: number;
  role: 'user' | 'assistant';
  tokens: number;
  text: string;
}

/** A part of a long message, by its first character and the one after the last. */
export interface PassageBeginning {
  seq: number;
  start: number;
  end: number;
  text: string;
  /** Its share of the message, by characters. */
  share: number;
}

/** A message of an execution's own steps. */
export interface TraceBeginning {
  step: number;
  ordinal: number;
  role: 'assistant' | 'tool';
  tokens: number;
  /** Tokens of the whole result that the row only points at. */
  spilledTokens: number;
  parts: readonly TracePart[];
}

/** A visible part of a trace row: a text, a tool call with its input, or a tool result. */
export interface TracePart {
  type: 'text' | 'tool-call' | 'tool-result';
  /** Of the tool. */
  name: string | null;
  text: string;
  isError: boolean;
}

/** A standing request; `depth` is set where it is of a thread above. */
export interface StandingBeginning {
  seq: number;
  ordinal: number;
  depth: number | undefined;
  text: string;
}

/** A summary of a thread. */
export interface SummaryBeginning {
  ordinal: number;
  coversFrom: number;
  text: string;
}

/** The steps and messages that a compaction's summary replaces. */
export interface CompactedRange {
  /** Of the compaction's own model call. */
  step: number;
  firstSeq: number | null;
  throughSeq: number | null;
  throughStep: number;
  /** It ends with a table of what was touched; absent: not known. */
  hasTouched?: boolean;
}
