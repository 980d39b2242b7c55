import type { Route } from '../route.js';
import { ExecutionPage } from './execution-page.js';
import { ExecutionList } from './execution-list.js';
import '../styles/waterfall.css';

export function RunsPage({ route }: { route: Extract<Route, { view: 'runs' }> }) {
  const { executionId } = route;
  return (
    <main id="content" className="work min-w-0 flex-1 bg-ground" tabIndex={-1}>
      {executionId === undefined ? (
        <ExecutionList filters={route.filters ?? {}} />
      ) : (
        <ExecutionPage key={executionId} executionId={executionId} />
      )}
    </main>
  );
}
