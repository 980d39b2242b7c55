import { RotateCcw } from 'lucide-react';
import { rerunOrigin } from '../../../protocol/rerun-id.js';
import type { ExecutionTree, ListedExecution } from '../../../views/execution.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { Status } from '../parts/status.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { useOwner } from '../use-route.js';
import { useRerun } from './use-rerun.js';

export function Rerun({ run: { executionId, status } }: { run: Wire<ExecutionTree> }) {
  const { rerun, isSending, problem } = useRerun(executionId);
  const isUnanswered = status === 'failed' || status === 'cancelled';
  const isTurn = executionId.startsWith('conversation/');
  if (!isUnanswered && (status !== 'completed' || isTurn)) return null;
  return (
    <>
      <Button size="small" className="rerun" disabled={isSending} onClick={() => void rerun()}>
        <RotateCcw size={14} aria-hidden="true" />
        {STRINGS.runs.rerun}
      </Button>
      {problem ? <Problem error={problem} /> : null}
    </>
  );
}

export function RerunSource({ executionId }: { executionId: string }) {
  const link = useRunLink();
  const origin = rerunOrigin(executionId);
  if (origin === undefined) return null;
  return (
    <p className="origin text-sm wrap-anywhere">
      {STRINGS.runs.origin} <a href={link(origin)}>{origin}</a>
    </p>
  );
}

export function Reruns({ run: { executionId, flow, status } }: { run: Wire<ExecutionTree> }) {
  const link = useRunLink();
  const user = useOwner();
  const isSearched = /^execution\/[^/]+\/[^/]+$/.test(executionId) && user !== '';
  const { value } = useLoaded(`reruns ${executionId} ${status}`, async (signal) => {
    if (!isSearched) return [];
    const query = { rerunOf: executionId, flow, user, limit: 100 };
    return get<ListedExecution[]>('/executions', { query, signal });
  });
  if (value === undefined || value.length === 0) return null;
  return (
    <section className="reruns mt-2 text-sm">
      <h3>{STRINGS.runs.reruns}</h3>
      <ul className="grid gap-1">
        {value.map((one) => (
          <li key={one.executionId} className="flex flex-wrap items-center gap-2">
            <Status status={one.status} />
            <a className="tap wrap-anywhere" href={link(one.executionId)}>
              {one.executionId}
            </a>
            <RelativeTime at={one.createdAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links keep the page's owner, because a rerun has the first execution's owner. */
function useRunLink(): (executionId: string) => string {
  const user = useOwner();
  return (executionId) => formatRoute({ view: 'runs', executionId, user });
}
