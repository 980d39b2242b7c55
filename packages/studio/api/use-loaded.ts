import { useCallback, useEffect, useState } from 'react';

export interface Loaded<T> {
  value: T | undefined;
  error: Error | undefined;
  reload: () => void;
}

/**
 * Loads a value. If a reload fails, returns the last value beside the error, so that forms keep what was
 * typed.
 */
export function useLoaded<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs }: { everyMs?: number | undefined } = {},
): Loaded<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: Error }>({ key });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const ended = new AbortController();
    load(ended.signal).then(
      (value) => ended.signal.aborted || setState({ key, value }),
      (error: unknown) =>
        ended.signal.aborted ||
        setState((before) => ({ ...(before.key === key ? before : { key }), error: error as Error })),
    );
    return () => ended.abort();
    // `load` is omitted, because it is a new function on each render.
  }, [key, round]);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  const isCurrent = state.key === key;
  return { value: isCurrent ? state.value : undefined, error: isCurrent ? state.error : undefined, reload };
}
