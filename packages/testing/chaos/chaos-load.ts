import type { FlowDefinition } from '../../../flow/definition.js';
import type { Script } from '../model-server/replies/script.js';

export interface ChaosTurn {
  readonly flow: string;
  readonly conversation: number;
  readonly turn: number;
}

export interface ChaosLoad {
  /** Conversations are assigned round-robin to the flows in `talkTo`, by default to all. */
  readonly flows: readonly FlowDefinition[];
  readonly talkTo?: readonly string[];
  /** Their conversations get one message at a time: a concurrent message would count as the answer. */
  readonly asking?: readonly string[];
  /** Exports `tools` and `nodes` for the worker processes. */
  readonly module?: string | URL;
  /** Must depend on the request alone, because a restarted worker asks again. */
  readonly script: Extract<Script, (...args: never[]) => unknown>;
  /** The texts of two turns must differ. */
  say(turn: ChaosTurn): string;
  answer(turn: ChaosTurn): string;
  /** Counts the calls of sub-executions, too. */
  modelCalls(turn: ChaosTurn): number;
}
