import { ExecutionPage } from './execution-page.js';
import { ExecutionList } from './execution-list.js';
import '../styles/waterfall.css';

export function WorkPage({ executionId }: { executionId: string | undefined }) {
  return (
    <main id="content" className="work min-w-0 flex-1 bg-ground" tabIndex={-1}>
      {executionId === undefined ? (
        <ExecutionList />
      ) : (
        <ExecutionPage key={executionId} executionId={executionId} />
      )}
    </main>
  );
}
