import type { ModelRequest } from '../request/model-request.js';
import type { Reply } from './reply.js';

/** If a function returns several, the rest is for the next requests. */
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
