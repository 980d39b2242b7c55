import type { Route } from '../route.js';
import { ExecutionPage } from './execution-page.js';
import { ExecutionList } from './execution-list.js';
import '../styles/waterfall.css';

export function RunsPage({ route }: { route: Extract<Route, { view: 'runs' }> }) {
  const { executionId } = route;
  return executionId === undefined ? (
    <ExecutionList filters={route.filters ?? {}} />
  ) : (
    <ExecutionPage key={executionId} executionId={executionId} />
  );
}
