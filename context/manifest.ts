import type { CallSettings } from '../protocol/call-settings.js';
import type { Grammar } from './grammar/grammar.js';
import type { TemplateRules } from './grammar/template.js';
import type { LeftRange } from './left.js';
import type { FactorSource } from './planning-tools.js';
import type { SentAttachments, SentPictures, SentPlaceholder, SentPointer } from './sent/kind.js';
import type { SentItem } from './sent/sent-kinds.js';
import type { ReserveSource } from './window.js';
import type { TextWeights } from './text-weights.js';

/** An object that is asked for. */
export interface SentOutput {
  /** Hash of its JSON Schema in `generated_text`. */
  schema: string;
  /** A message or a draft brought the schema: it is the execution's own text instead. */
  isOwn?: true;
  /** The schema is sent as the provider's own setting; else it is only told among the system's messages. */
  isSent?: true;
}

/**
 * The record of how the context of one model call was made: references to stored rows, never copies, so
 * that the call's request can be rebuilt from it, and the arithmetic. All counts in tokens, after the
 * model's token factor.
 */
export interface ContextManifest {
  /** Version of the rules that made it. */
  policy: 2;
  /** Where texts of ours stand among the messages, see `findPlace`; absent: what is found comes before all of them. */
  layout?: 2;
  grammar: Grammar;
  /** The rules of the model's chat template that it was laid out by; absent: none beyond the grammar's. */
  template?: TemplateRules;
  /** By which plain counts were multiplied, their classes of text weighed; absent: 1. */
  tokenFactor?: number;
  /** The source of the factor; absent where it is 1. */
  factorSource?: FactorSource;
  /** The classes of text that counted more than stored counts say; absent: none. */
  textWeights?: TextWeights;
  /** `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`; `tokens` is what the rest costs. */
  window: number;
  reserve: number;
  /** Absent in manifests that were stored before it was recorded. */
  reserveFrom?: ReserveSource;
  systemTokens: number;
  toolTokens: number;
  budget: number;
  tokens: number;
  /** The request's tokens by the provider's own counter, named in `by`; absent: it was not asked, or failed. */
  counted?: { tokens: number; by: string };
  /** Share of the budget that was used: less than all when the provider had found the same call too long. */
  budgetShare?: number;
  /** Hash of the system prompt in `generated_text`; null: none. */
  system: string | null;
  /** The prompt is the execution's own text instead: templates in it were filled in, or it is a draft's. */
  isSystemOwn?: true;
  /** Hash of the tool schemas in `generated_text`, as JSON; null: none were offered. */
  tools: string | null;
  /** The tools are the execution's own text instead: its caller or a draft brought some of them. */
  isToolsOwn?: true;
  /** The tools are described, so that earlier calls make sense, but none may be called. */
  isToolless?: true;
  /** The model is asked in place of another one, whose call at that step failed; absent: it is the node's first. */
  fallback?: { after: { step: number; model: string } };
  /** The settings that the model got beside its context, without keys; absent: none. */
  settings?: CallSettings;
  /** The object that the model was to answer with; absent: a text. */
  output?: SentOutput;
  /** The items that are sent, in order, after the system prompt. */
  sent: readonly SentItem[];
  /** Tool results that are sent as a pointer to what is stored. */
  pointers: readonly SentPointer[];
  /** Messages of the thread that are sent as a placeholder; absent: none. */
  placeholders?: readonly SentPlaceholder[];
  /** Messages of the thread with pictures, and which of these are sent; absent: none. */
  attachments?: readonly SentAttachments[];
  /** Tool results whose pictures are sent in a user message behind them; absent: none. */
  pictures?: readonly SentPictures[];
  /** Messages that are not sent, or not whole, and by which rule. */
  left: readonly LeftRange[];
  warnings?: readonly string[];
  /** Hash of the rendered request: the prompt, the tools, and the schema that is sent as a setting. */
  request: string;
}
