import type { FlowDefinition } from '../../../flow/definition.js';
import type { Script } from '../model-server/replies/script.js';

export interface ChaosTurn {
  readonly flow: string;
  readonly conversation: number;
  readonly turn: number;
}

export interface ChaosLoad {
  /** Conversations take turns in using the flows in `talkTo`. Default: all flows. */
  readonly flows: readonly FlowDefinition[];
  readonly talkTo?: readonly string[];
  /** Flows that ask. Their conversations get one message at a time: a second would count as the answer. */
  readonly asking?: readonly string[];
  /** A module that exports `tools` and `nodes` for the worker processes. */
  readonly module?: string | URL;
  /** The answers must depend only on the request, which a restarted worker repeats. */
  readonly script: Extract<Script, (...args: never[]) => unknown>;
  /** The text must differ for each turn. */
  say(turn: ChaosTurn): string;
  answer(turn: ChaosTurn): string;
  /** The count includes sub-executions. */
  modelCalls(turn: ChaosTurn): number;
}
