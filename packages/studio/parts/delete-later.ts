import { useSyncExternalStore } from 'react';
import { del } from '../api/request.js';
import { STRINGS } from '../strings.js';
import { showToast } from './toast.js';

let hidden: ReadonlySet<string> = new Set();
const watchers = new Set<() => void>();
const waiting = new Map<string, () => void>();

interface Deleted {
  key: string;
  title: string;
  path: string;
  query: Record<string, string | undefined>;
  onDeleted: () => void;
}

export function deleteLater({ key, title, path, query, onDeleted }: Deleted): void {
  hide(key, true);
  const perform = (keepalive: boolean): void => {
    // The toast may close after the user has left the page.
    if (!waiting.delete(key)) return;
    del(path, { query, keepalive }).then(onDeleted, (error: unknown) => {
      hide(key, false);
      showToast((error as Error).message, { isError: true });
    });
  };
  waiting.set(key, () => perform(true));
  const undo = (): void => {
    waiting.delete(key);
    hide(key, false);
  };
  showToast(STRINGS.deleted(title), { undo, onClose: () => perform(false) });
}

export function useDeleted(): ReadonlySet<string> {
  return useSyncExternalStore(watch, () => hidden);
}

addEventListener('pagehide', () => waiting.forEach((perform) => perform()));

function hide(key: string, isHidden: boolean): void {
  const next = new Set(hidden);
  if (isHidden) next.add(key);
  else next.delete(key);
  hidden = next;
  watchers.forEach((watcher) => watcher());
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
