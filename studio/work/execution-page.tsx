import type { ExecutionTree } from '../../client/executions/execution-tree.js';
import { get, post, type Wire } from '../api/request.js';
import { useWho } from '../api/use-who.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatCost, formatDuration, formatNumber } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { ExecutionGraph } from './execution-graph.js';
import { Calls } from '../why/why-panel.js';

const LOOK_MS = 2_000;

/** One execution: its nodes, all executions below it, and its model calls. */
export function ExecutionPage({ executionId }: { executionId: string }) {
  const path = `/executions/${encodeURIComponent(executionId)}`;
  const { value, error, reload } = useLoaded(
    executionId,
    (signal) => get<ExecutionTree[]>(`${path}/tree`, { signal }),
    { everyMs: LOOK_MS },
  );
  const who = useWho();
  const isRunning = value?.some(({ finishedAt }) => finishedAt === null) === true;
  return (
    <>
      <p>
        <a href={formatRoute({ view: 'work', executionId: undefined })}>{STRINGS.work.back}</a>
      </p>
      <h2>
        <code>{executionId}</code>
      </h2>
      {who?.temporalUi == null ? null : (
        <p>
          <a href={`${who.temporalUi}/${encodeURIComponent(executionId)}`} target="_blank" rel="noreferrer">
            {STRINGS.work.temporal}
          </a>
        </p>
      )}
      {isRunning ? (
        <button type="button" onClick={() => void post(`${path}/cancel`).then(reload)}>
          {STRINGS.work.cancel}
        </button>
      ) : null}
      {error === undefined ? null : <Problem error={error} retry={reload} />}
      {who?.isAdmin === true && value?.[0] !== undefined ? <ExecutionGraph tree={value[0]} /> : null}
      <h3>{STRINGS.work.below}</h3>
      <ul className="tree">
        {value?.map((tree) => (
          <TreeItem key={tree.executionId} tree={tree} />
        ))}
      </ul>
      <h3>{STRINGS.work.explain}</h3>
      <Calls executionId={executionId} />
    </>
  );
}

function TreeItem({ tree }: { tree: Wire<ExecutionTree> }) {
  const { flow, status, createdAt, finishedAt, cost, inputTokens, nodes, children, errorMessage } = tree;
  return (
    <li>
      <span className="status" data-status={status}>
        {status}
      </span>{' '}
      <b>{flow}</b>{' '}
      <small>{`${formatDuration(createdAt, finishedAt)} · ${formatNumber(inputTokens)} · ${formatCost(cost)}`}</small>
      {errorMessage === null ? null : <p className="problem">{errorMessage}</p>}
      <ul>
        {nodes.map((node) => (
          <li key={node.nodeId}>
            <span className="status" data-status={node.status}>
              {node.status}
            </span>{' '}
            {node.label ?? node.nodeId} <small>{node.kind}</small>
            {node.items === null ? null : ` ${node.items.done} / ${node.items.total}`}
          </li>
        ))}
        {children.map((child) => (
          <TreeItem key={child.executionId} tree={child} />
        ))}
      </ul>
    </li>
  );
}
