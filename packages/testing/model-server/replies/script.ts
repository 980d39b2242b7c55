import type { ModelRequest } from '../request/model-request.js';
import type { Reply } from './reply.js';

/** Replies in order, or a function of the request. If it returns several, the rest is for the next requests. */
export type Script = readonly Reply[] | ((request: ModelRequest, n: number) => Reply | readonly Reply[]);

export interface ScriptQueue {
  /** The oldest queued reply, else one from the script function. */
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
