import type { CallSettings } from '../../protocol/call-settings.js';
import type { ToolNames } from './explain-rows.js';
import type { LeftRange } from '../left.js';
import type { FactorSource } from '../planning-tools.js';
import type { TextWeights } from '../text-weights.js';
import type { MessagePlace } from '../sent/sent-kinds.js';
import type { ReserveSource } from '../window.js';
import type { Explained, SegmentName } from './explained.js';

/** An account for people of what one model call was sent, and what was left out. All counts in tokens of the model. */
export interface Explanation {
  /** Version of the rules that planned the call; of another than the current one only what it has is told. */
  policy: number;
  isCurrentPolicy: boolean;
  /** Null: the policy kept no arithmetic. */
  arithmetic: Arithmetic | null;
  /** The uses of the window, in the order of a bar; they sum to the window exactly. Empty: the call kept no figures. */
  segments: Segment[];
  /** Null: no system prompt. */
  system: { hash: string; text: string } | null;
  /** Null: no tools were described. `mayCall` is false where none could be called. */
  tools: { hash: string; names: ToolNames; mayCall: boolean } | null;
  /** The settings that the model got beside its context, without keys; null: none. */
  settings: CallSettings | null;
  /** The call that failed with another model, in whose place this one was made; null: none. */
  insteadOf: { readonly step: number; readonly model: string } | null;
  /** The object that the model was to answer with, by its JSON Schema; null: a text. */
  output: { hash: string; schema: string; isSent: boolean } | null;
  /** In the order they are sent, before neighbours of one role are joined. */
  messages: ExplainedMessage[];
  left: ExplainedRange[];
  warnings: string[];
}

/** `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`; `budget` - `tokens` = `free`. */
export interface Arithmetic {
  window: number;
  reserve: number;
  /** The source of the reserve; null when the manifest is older than this record. */
  reserveFrom: ReserveSource | null;
  /** With summaries, and what was found in the thread where that is sent as the system's words. */
  systemTokens: number;
  toolTokens: number;
  budget: number;
  /** Of the messages, neighbours of one role joined. */
  tokens: number;
  free: number;
  /** Of the budget, that the plan might use; 1: all. */
  budgetShare: number;
  /** By which our counts were multiplied. */
  tokenFactor: number;
  /** The source of the factor; null: it is 1, or the record does not say. */
  factorSource: FactorSource | null;
  /** The request's tokens by the provider's own counter, named in `by`; null: it was not asked, or failed. */
  counted: { tokens: number; by: string } | null;
  /** The classes of text that count higher than by the factor alone; empty: none. */
  weighedClasses: readonly (keyof TextWeights)[];
}

export interface Segment {
  name: SegmentName;
  /** Negative only where a plan has more than its window: then `free` is what it lacks. */
  tokens: number;
}

/** A message that is sent. */
export interface ExplainedMessage extends Explained<MessagePlace> {
  /** The place in words: `message 17`, `step 3 result 2`. */
  name: string;
}

/** Neighbours that are not sent, or not whole. */
export interface ExplainedRange extends LeftRange {
  /** The range in words: `messages 1-12`. */
  name: string;
  /** The rule in words. */
  words: string;
}
