import { useEffect } from 'react';
import type { Route } from './route.js';
import { STRINGS } from './strings.js';

export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) document.title = `${name} – ${STRINGS.product}`;
  }, [name]);
}

/** Absent for views that know a better name than their route. */
export function findTitle(route: Route): string | undefined {
  if (route.view === 'flows') return route.slug === undefined ? STRINGS.views.flows : undefined;
  if (route.view === 'tools') return route.tool ?? route.kind ?? STRINGS.tools.title;
  if (route.view === 'runs') return route.executionId === undefined ? STRINGS.views.runs : undefined;
  if (route.view === 'chats' || route.view === 'chat' || route.view === 'shared') return undefined;
  if (route.view === 'unknown') return STRINGS.unknownPage.title;
  return STRINGS.views[route.view];
}
