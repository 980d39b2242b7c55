import { useCallback, useEffect, useRef, useState } from 'react';

/** A request on a connection that died silently never ends: after this time, a poll replaces it. */
const MAX_LOAD_MS = 30_000;

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
  const loadState = (signal: AbortSignal): Promise<void> =>
    load(signal).then(
      (value) => void (signal.aborted || setState({ key, value })),
      (error: unknown) =>
        void (
          signal.aborted ||
          setState((before) => ({ ...(before.key === key ? before : { key }), error: error as Error }))
        ),
    );
  const reload = useLoading(key, loadState, { everyMs });
  const isCurrent = state.key === key;
  return { value: isCurrent ? state.value : undefined, error: isCurrent ? state.error : undefined, reload };
}

/**
 * Loads if `key` changes, when the returned function is called, and in a visible tab every `everyMs`. A poll waits for a
 * slow load, which it would otherwise restart forever.
 */
export function useLoading(
  key: string,
  load: (signal: AbortSignal) => Promise<void>,
  { everyMs }: { everyMs: number | undefined },
): () => void {
  const [round, setRound] = useState(0);
  /** When the current load began. */
  const loading = useRef<number>(undefined);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const ended = new AbortController();
    loading.current = performance.now();
    void load(ended.signal).finally(() => {
      if (!ended.signal.aborted) loading.current = undefined;
    });
    return () => ended.abort();
    // `load` is omitted, because it is a new function on each render.
  }, [key, round]);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const poll = (): void => {
      const isLoading = performance.now() - (loading.current ?? -Infinity) < MAX_LOAD_MS;
      if (document.visibilityState === 'visible' && !isLoading) reload();
    };
    const timer = setInterval(poll, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  return reload;
}
