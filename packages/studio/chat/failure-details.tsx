import { useState } from 'react';
import type { ModelCallView } from '../../../views/call.js';
import type { ExecutionTree } from '../../../views/execution.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { CopyId } from '../parts/copy-id.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { findCauses, findInnermostFailure, withCalls } from '../runs/find-causes.js';

const TEXT = STRINGS.chat.failures;

export function FailureDetails({ executionId }: { executionId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-xs text-soft" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{TEXT.details}</summary>
      {isOpen ? <Details executionId={executionId} /> : null}
    </details>
  );
}

function Details({ executionId }: { executionId: string }) {
  const { value, error, reload } = useLoaded(`failure ${executionId}`, async (signal) => {
    const trees = await get<ExecutionTree[]>(`${formatPath(executionId)}/tree`, { signal });
    const tree = trees[0];
    const origin = tree ? findInnermostFailure(tree).executionId : executionId;
    const calls = await get<ModelCallView[]>(`${formatPath(origin)}/calls`, { signal });
    return { tree, origin, calls };
  });
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={2} />;
  const { tree, origin, calls } = value;
  const causes = tree ? withCalls(findCauses(tree), { executionId: origin, calls }) : [];
  const call = calls.at(-1);
  return (
    <dl className="details mt-1.5 grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1">
      <dt>{TEXT.error}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {causes.map(({ place, type, message }) => (
          <p key={`${place} ${message}`}>
            {type === null ? null : <b>{type} </b>}
            {message}
          </p>
        ))}
      </dd>
      {call ? (
        <>
          <dt>{TEXT.model}</dt>
          <dd>{call.model}</dd>
          <dt>{TEXT.request}</dt>
          <dd className="min-w-0">
            <CopyId id={`${origin}/${call.nodeId}/${call.step}`} />
          </dd>
        </>
      ) : null}
      <dt>{TEXT.run}</dt>
      <dd>
        <a className="tap" href={formatRoute({ view: 'runs', executionId })}>
          {STRINGS.runs.waterfall.open}
        </a>
      </dd>
    </dl>
  );
}

function formatPath(executionId: string): string {
  return `/executions/${encodeURIComponent(executionId)}`;
}
