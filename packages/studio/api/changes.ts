import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ConversationChange } from '../../../views/event.js';
import { address, openStream } from './request.js';

export type { ConversationChange };

type Listener = (changes: readonly ConversationChange[]) => void;

const TOGETHER_MS = 150;
/** The gateway sends something every 15 s, so after this silence the stream counts as broken. */
const SILENT_MS = 40_000;
const AGAIN_MS = 1_000;
const MAX_AGAIN_MS = 60_000;
/** The stream does not report titles edited elsewhere. */
const RARE_POLL_MS = 20_000;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let isLive = false;
let following: AbortController | undefined;

export function useChanges(listener: Listener): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => {
    const call: Listener = (changes) => newest.current(changes);
    listeners.add(call);
    followWhereSeen();
    return () => {
      listeners.delete(call);
      // The next view subscribes in the same task.
      queueMicrotask(followWhereSeen);
    };
  }, []);
}

export function usePollMs(pollMs: number): number {
  return useSyncExternalStore(watch, () => isLive) ? Math.max(pollMs, RARE_POLL_MS) : pollMs;
}

/** Polls as if there were no stream, until the stream reopens. */
export function distrustChanges(): void {
  setLive(false);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setLive(value: boolean): void {
  if (isLive === value) return;
  isLive = value;
  watchers.forEach((watcher) => watcher());
}

document.addEventListener('visibilitychange', followWhereSeen);

/** Browsers open only six connections per server, so hidden tabs close their stream. */
function followWhereSeen(): void {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible';
  if (isWanted && !following) {
    following = new AbortController();
    void follow(following.signal);
  } else if (!isWanted) {
    following?.abort();
    following = undefined;
    setLive(false);
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  for (let againMs = AGAIN_MS; !signal.aborted; againMs = Math.min(againMs * 2, MAX_AGAIN_MS)) {
    // Views poll meanwhile and show their own errors.
    await readAll(signal, () => (againMs = AGAIN_MS)).catch(() => undefined);
    if (signal.aborted) return;
    setLive(false);
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

async function readAll(signal: AbortSignal, onChange: () => void): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    const body = await openStream(address('/api/v1/changes'), AbortSignal.any([signal, silence.signal]));
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let begun = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      const lines = (begun + value).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) {
          onChange();
          report(JSON.parse(line.slice('data: '.length)) as ConversationChange);
        }
    }
  } finally {
    clearTimeout(timer);
  }
}

let pending: ConversationChange[] = [];

function report(change: ConversationChange): void {
  if (change.type === 'resync') setLive(true);
  pending.push(change);
  if (pending.length > 1) return;
  setTimeout(() => {
    const changes = pending;
    pending = [];
    listeners.forEach((listener) => listener(changes));
  }, TOGETHER_MS);
}
