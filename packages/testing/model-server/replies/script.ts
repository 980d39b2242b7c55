import type { ModelRequest } from '../request/model-request.js';
import type { Reply } from './reply.js';

/** Replies in order, or a function that makes the reply to each request; of several, the rest waits for the next requests. */
export type Script = readonly Reply[] | ((request: ModelRequest, n: number) => Reply | readonly Reply[]);

/** The replies still to be played. */
export interface ScriptQueue {
  /** The next reply: the oldest one queued, else one made by the script function; undefined when there is none. */
  readonly next: (request: ModelRequest) => Reply | undefined;
  readonly append: (replies: readonly Reply[]) => void;
  readonly pending: readonly Reply[];
}

/** Makes the queue of a script; it starts empty without one. */
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
