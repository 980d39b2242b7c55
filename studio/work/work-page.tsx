import { ExecutionPage } from './execution-page.js';
import { ExecutionList } from './execution-list.js';
import { Questions } from './questions.js';

/** Shows what runs or ran, who is waited for, and one execution with all below it. */
export function WorkPage({ executionId }: { executionId: string | undefined }) {
  return (
    <main id="content" className="work" tabIndex={-1}>
      {executionId === undefined ? (
        <>
          <Questions />
          <ExecutionList />
        </>
      ) : (
        <ExecutionPage key={executionId} executionId={executionId} />
      )}
    </main>
  );
}
