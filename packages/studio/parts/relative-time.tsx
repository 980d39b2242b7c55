import { useSyncExternalStore } from 'react';
import { formatAgo, formatSince, formatTime } from './format.js';

const TICK_MS = 30_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** In a text, `2 min` could be a duration. */
export function RelativeTime({
  at,
  isInText = false,
  className,
}: {
  at: string | null;
  isInText?: boolean;
  className?: string;
}) {
  const current = useSyncExternalStore(watch, () => now);
  if (at === null) return null;
  return (
    <time dateTime={at} title={formatTime(at)} className={`whitespace-nowrap ${className ?? ''}`}>
      {(isInText ? formatSince : formatAgo)(at, current)}
    </time>
  );
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    now = Date.now();
    watchers.forEach((tick) => tick());
  }, TICK_MS);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
