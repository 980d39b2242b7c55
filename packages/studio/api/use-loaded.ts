import { useCallback, useEffect, useRef, useState } from 'react';

/** A request on a dead connection never ends, so a poll replaces it. */
const MAX_LOAD_MS = 30_000;

export interface Loaded<T> {
  value: T | undefined;
  error: Error | undefined;
  reload: () => void;
}

/** A failed reload returns the last value with the error, so that forms keep what was typed. */
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
 * Loads when `key` changes, when the returned function is called, and every `everyMs` in a visible tab. A poll never
 * restarts a slow load.
 */
export function useLoading(
  key: string,
  load: (signal: AbortSignal) => Promise<void>,
  { everyMs }: { everyMs: number | undefined },
): () => void {
  const [round, setRound] = useState(0);
  const loading = useRef<number>(undefined);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const ended = new AbortController();
    loading.current = performance.now();
    void load(ended.signal).finally(() => {
      if (!ended.signal.aborted) loading.current = undefined;
    });
    return () => ended.abort();
    // `load` changes on each render.
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
