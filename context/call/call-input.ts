import type { CallSettings } from '../../protocol/call-settings.js';
import type { ContextSettings } from '../plan/settings.js';
import type { AddedText } from '../sent/added-kinds.js';
import type { AskedOutput } from './asked-output.js';
import type { CallContents } from './call-contents.js';
import type { CallModel, OfferedTool } from './to-call-model.js';
import type { ToPrompt } from './request.js';

/** A user's, caller's or draft's texts are stored with the execution. */
export interface OwnTexts {
  readonly system: boolean;
  readonly tools: boolean;
  readonly output: boolean;
}

interface CallNodeSettings {
  system: string | undefined;
  owns: OwnTexts;
  opensWithSystem: boolean;
  oversize: 'cut' | 'refuse';
  readsArtifacts: boolean;
  fallback?: { readonly after: { readonly step: number; readonly model: string } } | undefined;
  callSettings?: CallSettings | undefined;
}

export interface CallInput {
  contents: CallContents;
  model: CallModel;
  node: CallNodeSettings;
  settings: ContextSettings;
  tools: readonly OfferedTool[];
  finders: readonly OfferedTool[];
  readers: readonly OfferedTool[];
  isToolless: boolean;
  budgetShare: number;
  tokenLimit?: number | undefined;
  added: readonly AddedText[];
  output: AskedOutput | undefined;
  toPrompt: ToPrompt;
}
