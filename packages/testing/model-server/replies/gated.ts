import type { GatedReply } from './reply.js';

/**
 * Waits for `release()` between `first` and `rest`. `started` resolves when the client's connection has the first
 * part. After the release, a retry does not wait.
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

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function deferred(): Deferred {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
