import { setTimeout as sleep } from 'node:timers/promises';

interface Repetition {
  /** Milliseconds from the end of a run to the next one. */
  everyMs: number;
  /** The first run begins after a pause; default: at once. */
  afterPause?: boolean;
  /** Receives each failure; `isFirst`: the run before succeeded. */
  onError: (error: unknown, isFirst: boolean) => void;
}

/**
 * Does something repeatedly, whether or not it fails, without keeping the process alive. Returns a function that ends the
 * repetition, aborts the signal, and waits for the run under way.
 */
export function keepDoing(
  act: (signal: AbortSignal) => Promise<void>,
  { everyMs, afterPause = false, onError }: Repetition,
): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const repeating = repeat();
  return () => {
    stopped.abort();
    return repeating;
  };

  async function repeat(): Promise<void> {
    let hasFailed = false;
    if (afterPause) await pause();
    for (; !signal.aborted; await pause())
      try {
        await act(signal);
        hasFailed = false;
      } catch (error) {
        onError(error, !hasFailed);
        hasFailed = true;
      }
  }

  function pause(): Promise<void> {
    return sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
