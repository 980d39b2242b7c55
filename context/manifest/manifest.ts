import type { CallSettings } from '../../protocol/call-settings.js';
import type { Grammar } from '../grammar/grammar.js';
import type { TemplateRules } from '../grammar/request-template.js';
import type { LeftRange } from '../message/left.js';
import type { FactorSource } from '../text/counters.js';
import type {
  ResultPlace,
  SentAttachments,
  SentPictures,
  SentPlaceholder,
  SentPointer,
} from '../sent/kind.js';
import type { SentItem } from '../sent/sent-kinds.js';
import type { ReserveSource } from '../plan/window.js';
import type { TextWeights } from '../text/text-weights.js';

export interface SentOutput {
  /** The schema's hash in `generated_text`. */
  schema: string;
  isOwn?: true;
  isSent?: true;
}

/** Refers to rows. Token counts include the token factor. */
export interface ContextManifest {
  policy: 1;
  grammar: Grammar;
  template?: TemplateRules;
  tokenFactor?: number;
  factorSource?: FactorSource;
  textWeights?: TextWeights;
  window: number;
  reserve: number;
  /** Absent for `default`. */
  reserveFrom?: Exclude<ReserveSource, 'default'>;
  systemTokens: number;
  toolTokens: number;
  budget: number;
  tokens: number;
  counted?: { tokens: number; by: string };
  budgetShare?: number;
  system: string | null;
  isSystemOwn?: true;
  tools: string | null;
  isToolsOwn?: true;
  /** The tools are described for earlier steps, but the model may not call them. */
  isToolless?: true;
  fallback?: { after: { step: number; model: string } };
  settings?: CallSettings;
  output?: SentOutput;
  sent: readonly SentItem[];
  pointers?: readonly SentPointer[];
  placeholders?: readonly SentPlaceholder[];
  attachments?: readonly SentAttachments[];
  pictures?: readonly SentPictures[];
  /** Tool results with remembered facts that were sent whole. The results contain the facts' names. */
  facts?: readonly ResultPlace[];
  left: readonly LeftRange[];
  warnings?: readonly string[];
  request: string;
}
