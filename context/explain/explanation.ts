import type { CallSettings } from '../../protocol/call-settings.js';
import type { ToolNames } from '../sent/explain-rows.js';
import type { LeftRange } from '../message/left.js';
import type { FactorSource } from '../text/counters.js';
import type { TextWeights } from '../text/text-weights.js';
import type { MessagePlace } from '../sent/sent-kinds.js';
import type { ReserveSource } from '../plan/window.js';
import type { Explained, SegmentName } from '../sent/explained.js';

export interface Explanation {
  policy: number;
  isCurrentPolicy: boolean;
  arithmetic: Arithmetic | null;
  /** In display order; they sum to the window exactly. */
  segments: Segment[];
  system: { hash: string; text: string } | null;
  /** `mayCall`: false when no tool could be called. */
  tools: { hash: string; names: ToolNames; mayCall: boolean } | null;
  settings: CallSettings | null;
  insteadOf: { readonly step: number; readonly model: string } | null;
  output: { hash: string; schema: string; isSent: boolean } | null;
  /** In sending order, before neighbors merge. */
  messages: ExplainedMessage[];
  left: ExplainedRange[];
  warnings: string[];
}

/** `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`; `budget` - `tokens` = `free`. */
export interface Arithmetic {
  window: number;
  reserve: number;
  reserveFrom: ReserveSource;
  /** Includes summaries, and passages sent as system messages. */
  systemTokens: number;
  toolTokens: number;
  budget: number;
  tokens: number;
  free: number;
  budgetShare: number;
  tokenFactor: number;
  factorSource: FactorSource | null;
  /** By provider `by`; null if not asked, or failed. */
  counted: { tokens: number; by: string } | null;
  weighedClasses: readonly (keyof TextWeights)[];
}

export interface Segment {
  name: SegmentName;
  /** Negative only for `free`, when a plan exceeds its window. */
  tokens: number;
}

export interface ExplainedMessage extends Explained<MessagePlace> {
  /** Such as `message 17`, `step 3 result 2`. */
  name: string;
}

export interface ExplainedRange extends LeftRange {
  name: string;
  words: string;
}
