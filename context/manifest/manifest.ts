import type { CallSettings } from '../../protocol/call-settings.js';
import type { Grammar } from '../grammar/grammar.js';
import type { TemplateRules } from '../grammar/template.js';
import type { LeftRange } from '../message/left.js';
import type { FactorSource } from '../text/counters.js';
import type { SentAttachments, SentPictures, SentPlaceholder, SentPointer } from '../sent/kind.js';
import type { SentItem } from '../sent/sent-kinds.js';
import type { ReserveSource } from '../plan/window.js';
import type { TextWeights } from '../text/text-weights.js';

export interface SentOutput {
  /** Hash of its JSON Schema in `generated_text`. */
  schema: string;
  isOwn?: true;
  isSent?: true;
}

/** References to rows, never copies. Counts include the token factor. */
export interface ContextManifest {
  policy: 1;
  grammar: Grammar;
  template?: TemplateRules;
  /** Applied after text classes are weighed. */
  tokenFactor?: number;
  factorSource?: FactorSource;
  textWeights?: TextWeights;
  window: number;
  reserve: number;
  reserveFrom: ReserveSource;
  systemTokens: number;
  toolTokens: number;
  budget: number;
  tokens: number;
  counted?: { tokens: number; by: string };
  /** Below 1 after the provider found the call too long. */
  budgetShare?: number;
  system: string | null;
  isSystemOwn?: true;
  tools: string | null;
  isToolsOwn?: true;
  /** Earlier calls use tools, so they are described, but none may be called. */
  isToolless?: true;
  fallback?: { after: { step: number; model: string } };
  settings?: CallSettings;
  output?: SentOutput;
  sent: readonly SentItem[];
  pointers: readonly SentPointer[];
  placeholders?: readonly SentPlaceholder[];
  attachments?: readonly SentAttachments[];
  pictures?: readonly SentPictures[];
  left: readonly LeftRange[];
  warnings?: readonly string[];
  request: string;
}
