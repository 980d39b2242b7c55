import type { FlowDefinition } from '../../../flow/definition.js';
import type { Script } from '../model-server/replies/script.js';

export interface ChaosTurn {
  readonly flow: string;
  readonly conversation: number;
  readonly turn: number;
}

export interface ChaosLoad {
  /** The flows of the load. Conversations take turns in using those in `talkTo`, by default all of them. */
  readonly flows: readonly FlowDefinition[];
  readonly talkTo?: readonly string[];
  /**
   * Flows that ask questions. Their conversations get one message at a time, because a second one would count as the
   * answer.
   */
  readonly asking?: readonly string[];
  /** A module that exports `tools` and `nodes` for the worker processes. */
  readonly module?: string | URL;
  /** Replies must depend only on the request, because a restarted worker repeats its requests. */
  readonly script: Extract<Script, (...args: never[]) => unknown>;
  /** Returns the user's text. Two turns must not have the same text. */
  say(turn: ChaosTurn): string;
  answer(turn: ChaosTurn): string;
  /** Returns the number of model calls, including those of sub-executions. */
  modelCalls(turn: ChaosTurn): number;
}
