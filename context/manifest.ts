import type { Grammar } from './grammar/grammar.js';

/**
 * The record of how the context of one model call was made: references to stored rows, never copies, so
 * that the call's request can be rebuilt from it, and the arithmetic. All counts in tokens, after the
 * model's token factor.
 */
export interface ContextManifest {
  /** Version of the rules that made it. */
  policy: 2;
  grammar: Grammar;
  /** By which stored, plain counts were multiplied; absent: 1. */
  tokenFactor?: number;
  /** `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`; `tokens` is what the rest costs. */
  window: number;
  reserve: number;
  systemTokens: number;
  toolTokens: number;
  budget: number;
  tokens: number;
  /** Share of the budget that was used: less than all when the provider had found the same call too long. */
  budgetShare?: number;
  /** Hash of the system prompt in `generated_text`; null: none. */
  system: string | null;
  /** The prompt is the execution's own text instead: templates in it were filled in. */
  isSystemOwn?: true;
  /** Hash of the tool schemas in `generated_text`, as JSON; null: none were offered. */
  tools: string | null;
  /** The tools are described, so that earlier calls make sense, but none may be called. */
  isToolless?: true;
  /** What is sent, in order, after the system prompt. */
  sent: readonly SentItem[];
  /** Tool results that are sent as a pointer to what is stored. */
  pointers: readonly SentPointer[];
  /** Messages of the thread that are sent as a placeholder; absent: none. */
  placeholders?: readonly SentPlaceholder[];
  /** What is not sent, and by which rule. */
  left: readonly LeftRange[];
  warnings?: readonly string[];
  /** Hash of the rendered request: the prompt and the tools. */
  request: string;
}

export type SentItem =
  /** Messages of the thread, whole. */
  | { from: 'conversation'; first: number; last: number; tokens: number }
  /** The turn's own message, cut inside. */
  | { from: 'conversation'; first: number; last: number; tokens: number; cut: Cut }
  /** The input of an execution outside a conversation. */
  | { from: 'input'; tokens: number; cut?: Cut }
  /** What a node asks in place of that message, by its hash. */
  | { from: 'prompt'; text: string; tokens: number; cut?: Cut }
  /** What earlier nodes of the execution answered, by the steps of their messages. */
  | { from: 'answers'; steps: readonly number[]; tokens: number }
  /** A user's message of ours in its place among the others, by its hash. */
  | { from: 'aside'; text: string; tokens: number }
  /** The system prompt again, as the first user message, by its hash. */
  | { from: 'opening'; text: string; tokens: number }
  /** Steps of this execution with their tool results. */
  | { from: 'trace'; first: number; last: number; tokens: number }
  /** The summary of this execution's compaction, made at that step. */
  | { from: 'compaction'; step: number; text: string; tokens: number }
  /** What a sub-thread is sent of the threads above it, root first: their summaries, and what it hangs on; by hash. */
  | { from: 'ancestor' | 'anchor'; text: string; tokens: number }
  | SentSummary
  | SentPassages
  | SentDirective
  /** A user's message of ours that closes what is sent, by its hash. */
  | { from: 'note'; text: string; tokens: number };

/** The thread's summary: a heading, the same for all threads, by its hash, and the stored summary. */
export interface SentSummary {
  from: 'summary';
  /** Among the summaries of the thread. */
  ordinal: number;
  coversThrough: number;
  heading: string;
  /** Hash of what is sent of it, where its room is smaller than the one it was made for. */
  text?: string;
  tokens: number;
}

/** What was found in the thread for the newest message, printed as the layout says. */
export interface SentPassages {
  from: 'passages';
  layout: 1;
  /** Whole messages by their place, parts of long ones with the first character and the one after the last. */
  passages: readonly (number | readonly [seq: number, start: number, end: number])[];
  tokens: number;
}

/** The request, by its hash, to append a summary to the answer. */
export interface SentDirective {
  from: 'directive';
  text: string;
  /** The summary that it goes on from; of none the ordinal is null. */
  base: { ordinal: number | null; coversThrough: number };
  /** The new one stands for the messages up to here: all that the base does not stand for are sent whole. */
  coversThrough: number;
  /** Tokens it may have. */
  budget: number;
  tokens: number;
}

export interface SentPlaceholder {
  seq: number;
  /** Hash of the placeholder's text. */
  text: string;
  tokens: number;
}

/** A text sent as its first and last characters with a marker between; the marker by its hash. */
export interface Cut {
  head: number;
  tail: number;
  marker: string;
}

export interface SentPointer {
  step: number;
  ordinal: number;
  /** Hash of the pointer's text. */
  text: string;
  tokens: number;
  /** Of one that is only old, pictures stay beside the pointer. */
  rule: 'spilled' | 'evicted';
}

/** Neighbours left out, wholly or in part, by one rule: places in the thread, or steps of the execution. */
export interface LeftRange {
  from: 'conversation' | 'trace' | 'input';
  first: number;
  last: number;
  /** Messages. */
  count: number;
  /** Tokens that were not sent. */
  tokens: number;
  rule: LeftRule;
}

/** Rules by which a message is not sent, or not whole. */
export const LEFT_RULES = [
  'window',
  'budget',
  'hygiene',
  'cut',
  'placeholder',
  'characters',
  'spilled',
  'evicted',
  'compacted',
  'cleared',
  'covered-by-summary',
  'isolated',
] as const;
export type LeftRule = (typeof LEFT_RULES)[number];
