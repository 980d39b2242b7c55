import type { ToolNames } from './explain-rows.js';
import type { LeftRange } from '../manifest.js';

/** What one model call was sent and what was left out, made for people. All counts in tokens of the model. */
export interface Explanation {
  /** Version of the rules that planned the call; of another than the current one only what it has is told. */
  policy: number;
  isCurrentPolicy: boolean;
  /** Null: the policy kept no arithmetic. */
  arithmetic: Arithmetic | null;
  /** What the window is used for, in the order of a bar; together exactly the window. Empty without arithmetic. */
  segments: Segment[];
  /** Null: no system prompt. */
  system: { hash: string; text: string } | null;
  /** Null: no tools were described. `mayCall` is false where none could be called. */
  tools: { hash: string; names: ToolNames; mayCall: boolean } | null;
  /** In the order they are sent, before neighbours of one role are joined. */
  messages: ExplainedMessage[];
  left: ExplainedRange[];
  warnings: string[];
}

/** `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`; `budget` - `tokens` = `free`. */
export interface Arithmetic {
  window: number;
  reserve: number;
  /** With summaries, and what was found in the thread. */
  systemTokens: number;
  toolTokens: number;
  budget: number;
  /** Of the messages, neighbours of one role joined. */
  tokens: number;
  free: number;
  /** Of the budget, that the plan might use; 1: all. */
  budgetShare: number;
  /** By which stored counts were multiplied. */
  tokenFactor: number;
}

/** What a part of the window is used for. */
export const SEGMENT_NAMES = [
  'system',
  'tools',
  'summary',
  'found',
  'history',
  'current message',
  'own steps',
  'notes',
  'reserve',
  'free',
] as const;
export type SegmentName = (typeof SEGMENT_NAMES)[number];

export interface Segment {
  name: SegmentName;
  /** Negative only where a plan has more than its window: then `free` is what it lacks. */
  tokens: number;
}

/** Where a message that is sent stands. */
export type MessagePlace =
  | { from: 'conversation'; seq: number }
  | { from: 'input' }
  /** Ordinal 0: what the model said; 1 and up: the results of its tool calls. */
  | { from: 'trace'; step: number; ordinal: number }
  /** A summary of the thread's messages from `firstSeq` to `throughSeq` and the steps up to `throughStep`. */
  | {
      from: 'compaction';
      step: number;
      firstSeq: number | null;
      throughSeq: number | null;
      throughStep: number;
      /** It ends with a table of what was touched. */
      hasTouched?: true;
    }
  /** What another node answered, at a step of its own. */
  | { from: 'answer'; step: number }
  /** The thread's summary, which stands for these messages. */
  | { from: 'summary'; ordinal: number; coversFrom: number; coversThrough: number }
  /** What was found in the thread for the newest message: a message, or a part of a long one. */
  | { from: 'passage'; seq: number; isPart: boolean }
  | { from: 'prompt' | 'aside' | 'opening' | 'note' | 'ancestor' | 'anchor' | 'directive' };

/** How much of a message is sent. */
export type MessageForm =
  | { kind: 'whole' }
  | { kind: 'cut'; leftTokens: number }
  | { kind: 'placeholder'; leftTokens: number }
  | { kind: 'pointer'; leftTokens: number; rule: 'spilled' | 'evicted' };

export interface ExplainedMessage {
  place: MessagePlace;
  /** The place in words: `message 17`, `step 3 result 2`. */
  name: string;
  role: 'system' | 'user' | 'assistant' | 'tool';
  tokens: number;
  form: MessageForm;
  /** The beginning of what is sent of it. */
  text: string;
}

/** Neighbours that are not sent, or not whole. */
export interface ExplainedRange extends LeftRange {
  /** The range in words: `messages 1-12`. */
  name: string;
  /** The rule in words. */
  words: string;
}
