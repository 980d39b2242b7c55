import type { FlowDefinition } from '../../../flow/definition.js';
import type { Script } from '../model-server/replies/script.js';

export interface ChaosTurn {
  readonly flow: string;
  readonly conversation: number;
  /** From 1 in its conversation. */
  readonly turn: number;
}

export interface ChaosLoad {
  /** Registered before the run. Conversations are assigned round-robin to those in `talkTo`, by default to all. */
  readonly flows: readonly FlowDefinition[];
  readonly talkTo?: readonly string[];
  /** Flows that ask a person get one message at a time: a concurrent one would be the answer. */
  readonly asking?: readonly string[];
  /** Exports the flows' `tools` and `nodes` for the worker processes. */
  readonly module?: string | URL;
  /** Must depend on the request alone, since a restarted worker asks again. */
  readonly script: Extract<Script, (...args: never[]) => unknown>;
  /** Different turns need different messages and answers. */
  say(turn: ChaosTurn): string;
  answer(turn: ChaosTurn): string;
  /** Model calls that a turn must record, including sub-executions. */
  modelCalls(turn: ChaosTurn): number;
}
