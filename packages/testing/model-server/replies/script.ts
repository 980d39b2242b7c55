import type { ModelRequest } from '../http/model-request.js';
import type { Reply } from '../http/reply.js';

/** If a function returns several replies, later requests get the rest. */
export type Script = readonly Reply[] | ((request: ModelRequest, n: number) => Reply | readonly Reply[]);

export interface ScriptQueue {
  readonly next: (request: ModelRequest) => Reply | undefined;
  readonly append: (replies: readonly Reply[]) => void;
  readonly pending: readonly Reply[];
}

export function createScriptQueue(script: Script = []): ScriptQueue {
  const pending: Reply[] = typeof script === 'function' ? [] : [...script];
  return {
    pending,
    append: (replies) => void pending.push(...replies),
    next: (request) => {
      if (pending.length === 0 && typeof script === 'function') {
        pending.push(...[script(request, request.n)].flat());
      }
      return pending.shift();
    },
  };
}

/** A failure of the script or of a request. `assertDone` and `close` throw the first one. */
export interface ModelServerFailure {
  /**
   * `script-exhausted`: no reply is left. `script-threw`: a function of the test threw. `refused-request`: invalid.
   * `unknown-path`: the path does not exist.
   */
  readonly kind: 'script-exhausted' | 'script-threw' | 'refused-request' | 'unknown-path';
  readonly message: string;
}

export function toFailureError([first, ...others]: readonly ModelServerFailure[]): Error | undefined {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return first && new Error(`Model server: ${first.message}${more}`);
}

export function toPendingError(pending: readonly Reply[]): Error | undefined {
  if (pending.length === 0) return undefined;
  const names = pending.map((reply) => ('name' in reply ? reply.name : reply.kind)).join(', ');
  return new Error(`Model server: ${pending.length} scripted replies were never requested: ${names}`);
}
