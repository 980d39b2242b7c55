import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ConversationChange } from '../../../views/event.js';
import { address, openStream } from './request.js';

export type { ConversationChange };

type Hear = (changes: readonly ConversationChange[]) => void;

const TOGETHER_MS = 150;
/** The gateway sends something every 15 s. */
const SILENT_MS = 40_000;
const AGAIN_MS = 1_000;
const MAX_AGAIN_MS = 60_000;
/** The stream does not report titles edited elsewhere. */
const RARE_LOOK_MS = 20_000;

const hearers = new Set<Hear>();
const watchers = new Set<() => void>();
let isTold = false;
let following: AbortController | undefined;

/** Calls `hear` when any of the user's turns begins or ends. All views share one stream. */
export function useChanges(hear: Hear): void {
  const newest = useRef(hear);
  newest.current = hear;
  useEffect(() => {
    const call: Hear = (changes) => newest.current(changes);
    hearers.add(call);
    followWhereSeen();
    return () => {
      hearers.delete(call);
      // The next view subscribes in the same task.
      queueMicrotask(followWhereSeen);
    };
  }, []);
}

export function useLookMs(lookMs: number): number {
  return useSyncExternalStore(watch, () => isTold) ? Math.max(lookMs, RARE_LOOK_MS) : lookMs;
}

/** Polls as without the stream until it reopens. */
export function distrustChanges(): void {
  setTold(false);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setTold(value: boolean): void {
  if (isTold === value) return;
  isTold = value;
  watchers.forEach((watcher) => watcher());
}

document.addEventListener('visibilitychange', followWhereSeen);

/** Browsers open only six connections per server, so hidden tabs close their stream. */
function followWhereSeen(): void {
  const isWanted = hearers.size > 0 && document.visibilityState === 'visible';
  if (isWanted && !following) {
    following = new AbortController();
    void follow(following.signal);
  } else if (!isWanted) {
    following?.abort();
    following = undefined;
    setTold(false);
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  for (let againMs = AGAIN_MS; !signal.aborted; againMs = Math.min(againMs * 2, MAX_AGAIN_MS)) {
    // Views poll meanwhile and show their own errors.
    await readAll(signal, () => (againMs = AGAIN_MS)).catch(() => undefined);
    if (signal.aborted) return;
    setTold(false);
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

async function readAll(signal: AbortSignal, onHeard: () => void): Promise<void> {
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
          onHeard();
          tell(JSON.parse(line.slice('data: '.length)) as ConversationChange);
        }
    }
  } finally {
    clearTimeout(timer);
  }
}

let told: ConversationChange[] = [];

function tell(change: ConversationChange): void {
  if (change.type === 'resync') setTold(true);
  told.push(change);
  if (told.length > 1) return;
  setTimeout(() => {
    const changes = told;
    told = [];
    hearers.forEach((hear) => hear(changes));
  }, TOGETHER_MS);
}
