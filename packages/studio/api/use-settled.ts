import { useEffect, useState } from 'react';

const SETTLED_MS = 120;

interface Settled<T> {
  value: T | undefined;
  error: Error | undefined;
  isSettling: boolean;
}

/** Waits until the key stops changing. Undefined until then. */
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
    // `load` changes on each render.
  }, [key]);
  return { value: state.value, error: state.error, isSettling: state.key !== key };
}
