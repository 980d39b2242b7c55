import { setTimeout as sleep } from 'node:timers/promises';

interface Repetition {
  /** The pause varies by a tenth, so that workers do not act at the same time. */
  everyMs: number;
  afterPause?: boolean;
  /** `isFirst`: the previous run succeeded. */
  onError: (error: unknown, isFirst: boolean) => void;
}

/** The timer does not keep the process alive. */
export function repeatUntilStopped(
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
    return sleep(everyMs * (0.9 + Math.random() / 5), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
  }
}
