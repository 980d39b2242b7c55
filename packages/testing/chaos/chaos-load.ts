import type { FlowDefinition } from '../../../flow/definition.js';
import type { Script } from '../model-server/replies/script.js';

/** A turn of a chaos run, before it is sent. */
export interface ChaosTurn {
  /** The flow that the conversation is with. */
  readonly flow: string;
  /** Number of the conversation, from 0. */
  readonly conversation: number;
  /** Number of the turn in its conversation, from 1. */
  readonly turn: number;
}

/** The conversations that are held during the faults. */
export interface ChaosLoad {
  /** Registered before the run. Conversations are dealt to those in `talkTo`, by default to all, in turn. */
  readonly flows: readonly FlowDefinition[];
  readonly talkTo?: readonly string[];
  /** Flows that ask a person: a message that came meanwhile would be the answer, so theirs come one at a time. */
  readonly asking?: readonly string[];
  /** URL of a module that exports the `tools` and `nodes` of the flows, for the worker processes. */
  readonly module?: string | URL;
  /** Makes the model's reply from the request alone, since a worker that died asks again. */
  readonly script: Extract<Script, (...args: never[]) => unknown>;
  /** The message of a turn. Different turns must have different messages and answers. */
  say(turn: ChaosTurn): string;
  /** The whole answer that a turn must get. */
  answer(turn: ChaosTurn): string;
  /** Model calls that must be counted for a turn, those of its sub-executions included. */
  modelCalls(turn: ChaosTurn): number;
}
