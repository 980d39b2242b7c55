import type { FlowDefinition } from '../../../flow/definition.js';
import type { Script } from '../model-server/replies/script.js';

/** A turn that is not sent yet. */
export interface ChaosTurn {
  readonly flow: string;
  readonly conversation: number;
  /** Position in its conversation, from 1. */
  readonly turn: number;
}

/** Conversations during the faults. */
export interface ChaosLoad {
  /** Registered before the run. Conversations are assigned round-robin to those in `talkTo`, by default to all. */
  readonly flows: readonly FlowDefinition[];
  readonly talkTo?: readonly string[];
  /** Flows that ask a person: a concurrent message would be the answer, so their messages are sent one at a time. */
  readonly asking?: readonly string[];
  /** URL of a module that exports the flows' `tools` and `nodes` for the worker processes. */
  readonly module?: string | URL;
  /** Must depend on the request alone, since a restarted worker asks again. */
  readonly script: Extract<Script, (...args: never[]) => unknown>;
  /** Different turns need different messages and answers. */
  say(turn: ChaosTurn): string;
  /** The exact answer that a turn must get. */
  answer(turn: ChaosTurn): string;
  /** Model calls that a turn must record, including sub-executions. */
  modelCalls(turn: ChaosTurn): number;
}
