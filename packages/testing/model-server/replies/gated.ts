import { deferred } from './deferred.js';
import type { GatedReply } from './reply.js';

/**
 * Scripts an answer that streams `reasoning`, where there is any, and `first`, then waits until the test calls `release()`, then streams `rest`
 * and finishes. Await `started` to know that the client's connection has the first part. One that is played
 * again after its release, as for a retry, runs through.
 */
export function gated(
  first: string,
  rest: string,
  { reasoning = '' }: { reasoning?: string } = {},
): GatedReply {
  const started = deferred();
  const released = deferred();
  return {
    kind: 'gated',
    reasoning,
    first,
    rest,
    started: started.promise,
    markStarted: started.resolve,
    released: released.promise,
    release: released.resolve,
  };
}
