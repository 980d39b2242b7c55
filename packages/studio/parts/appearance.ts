import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

export interface Appearance {
  theme: Theme;
  density: Density;
}

const KEPT = 'threadline-appearance';
const FIRST: Appearance = { theme: 'system', density: 'comfortable' };

let current = FIRST;
const watchers = new Set<() => void>();

/** Call before the first render, so that colors do not flash. */
export function applyAppearance(): void {
  try {
    current = { ...FIRST, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Appearance>) };
  } catch {
    current = FIRST;
  }
  show();
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(watch, () => current);
}

export function changeAppearance(change: Partial<Appearance>): void {
  current = { ...current, ...change };
  localStorage.setItem(KEPT, JSON.stringify(current));
  show();
  watchers.forEach((watcher) => watcher());
}

function show(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = current.theme;
  dataset['density'] = current.density;
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
