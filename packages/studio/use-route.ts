import { useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route } from './route.js';

export function goTo(route: Route): void {
  location.hash = formatRoute(route);
}

/** Adds no history entry. `replaceState` fires no event, so this fires one. */
export function replaceRoute(route: Route): void {
  history.replaceState(null, '', formatRoute(route));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  return parseRoute(hash);
}

/** Undefined if the page shows the caller's own data. */
export function useOwner(): string | undefined {
  const route = useRoute();
  return route.view === 'runs' && route.executionId !== undefined ? route.user : undefined;
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
