import { useEffect, useState } from 'react';

/** A slider that moves asks so often at the most. */
const SETTLED_MS = 120;

interface Settled<T> {
  /** The last that was loaded: it stays while the next one is. */
  value: T | undefined;
  error: Error | undefined;
  isSettling: boolean;
}

/** Loads something each time that its key has not changed for a moment; undefined: nothing is loaded. */
export function useSettled<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Settled<T> {
  const [state, setState] = useState<{ key?: string; value?: T; error?: Error }>({});
  useEffect(() => {
    if (key === undefined) return undefined;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      load(ended.signal).then(
        (value) => ended.signal.aborted || setState({ key, value }),
        (error: unknown) => ended.signal.aborted || setState({ key, error: error as Error }),
      );
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
    // The key names what is loaded: `load` is another function at each rendering.
  }, [key]);
  return { value: state.value, error: state.error, isSettling: state.key !== key };
}
