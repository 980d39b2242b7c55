import type { CallSettings } from '../../protocol/call-settings.js';
import type { ContextSettings } from '../settings.js';
import type { AskedOutput } from './asked-output.js';
import type { CallContents } from './call-contents.js';
import type { CallModel, OfferedTool } from './call-model.js';
import type { ToPrompt } from './request.js';

/** Which texts of a call are stored with its execution, because a user, a caller's program or a draft of a flow brought them. */
export interface OwnTexts {
  /** The system prompt. */
  readonly system: boolean;
  readonly tools: boolean;
  /** The schema of the answer. */
  readonly output: boolean;
}

/** The settings of a node that its calls depend on. */
interface CallNodeSettings {
  /** Undefined: it has no system prompt. */
  system: string | undefined;
  owns: OwnTexts;
  /** The system prompt is sent again as the first user message. */
  opensWithSystem: boolean;
  oversize: 'cut' | 'refuse';
  /** It may call the tools that read artifacts. */
  readsArtifacts: boolean;
  /** The call that failed with another model, in whose place this one is made; undefined: none. */
  fallback?: { readonly after: { readonly step: number; readonly model: string } } | undefined;
  /** The settings that the model gets beside its context; undefined: none. */
  callSettings?: CallSettings | undefined;
}

/** Everything that a call is planned from. */
export interface CallInput {
  contents: CallContents;
  model: CallModel;
  node: CallNodeSettings;
  settings: ContextSettings;
  /** Of the node's own tools. */
  tools: readonly OfferedTool[];
  /** Of those that look up what was said earlier; offered once there is something that is not sent. */
  finders: readonly OfferedTool[];
  /** Of those that read back what is stored; offered once there is something to read. */
  readers: readonly OfferedTool[];
  /** No tool may be called any more. */
  isToolless: boolean;
  budgetShare: number;
  /** Tokens that the messages may have at the most: less than the provider found too long. */
  tokenLimit?: number | undefined;
  /** The note of the loop guards for the model. */
  note: string | undefined;
  /** The object that the model is to answer with; undefined: a text. */
  output?: AskedOutput | undefined;
  toPrompt: ToPrompt;
}
