import type { MemoryKind } from '../../protocol/memory-kinds.js';

export const BEGINNING_CHARACTERS = 200;

export type ToolNames = readonly string[];

export interface ExplainRows {
  thread: readonly ThreadBeginning[];
  passages: readonly PassageBeginning[];
  trace: readonly TraceBeginning[];
  input: string;
  compactions: readonly CompactedRange[];
  summaries: readonly SummaryBeginning[];
  standing?: readonly StandingBeginning[];
  texts: ReadonlyMap<string, string>;
  toolNames: ReadonlyMap<string, ToolNames>;
}

export interface ThreadBeginning {
  seq: number;
  role: 'user' | 'assistant';
  tokens: number;
  text: string;
}

export interface PassageBeginning {
  seq: number;
  start: number;
  end: number;
  text: string;
  share: number;
}

export interface TraceBeginning {
  step: number;
  ordinal: number;
  role: 'assistant' | 'tool';
  tokens: number;
  spilledTokens: number;
  parts: readonly TracePart[];
  memories?: readonly MemoryName[];
}

export interface MemoryName {
  kind: MemoryKind;
  key: string;
}

export interface TracePart {
  type: 'text' | 'tool-call' | 'tool-result';
  name: string | null;
  text: string;
  isError: boolean;
}

export interface StandingBeginning {
  seq: number;
  ordinal: number;
  depth: number | undefined;
  text: string;
}

export interface SummaryBeginning {
  ordinal: number;
  coversFrom: number;
  text: string;
}

export interface CompactedRange {
  step: number;
  firstSeq: number | null;
  throughSeq: number | null;
  throughStep: number;
  hasTouched?: boolean;
}
