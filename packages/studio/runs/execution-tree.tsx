import type { ExecutionTree } from '../../../views/execution.js';
import type { Wire } from '../api/request.js';
import { formatCost, formatDuration, formatNumber, joinFacts } from '../parts/format.js';
import { Status } from '../parts/status.js';
import { STRINGS } from '../strings.js';

export interface NodePlace {
  executionId: string;
  nodeId: string;
}

export function TreeItem({
  tree,
  selected,
  onSelect,
}: {
  tree: Wire<ExecutionTree>;
  selected: NodePlace | undefined;
  onSelect: (place: NodePlace) => void;
}) {
  const { executionId, flow, status, createdAt, finishedAt, cost, inputTokens, nodes, children } = tree;
  return (
    <li>
      <Status status={status} /> <b>{flow}</b>{' '}
      <small>
        {joinFacts([
          formatDuration(createdAt, finishedAt),
          STRINGS.runs.tokensIn(formatNumber(inputTokens)),
          cost === null ? null : formatCost(cost),
        ])}
      </small>
      {tree.errorMessage === null ? null : <p className="problem">{tree.errorMessage}</p>}
      <ul>
        {nodes.map(({ nodeId, label, kind, status: stands, items }) => (
          <li key={nodeId}>
            <button
              type="button"
              className="tree-node"
              aria-pressed={selected?.executionId === executionId && selected.nodeId === nodeId}
              onClick={() => onSelect({ executionId, nodeId })}
            >
              <Status status={stands} /> {label ?? nodeId} <small>{kind}</small>
              {items === null ? null : ` ${items.done} / ${items.total}`}
            </button>
          </li>
        ))}
        {children.map((child) => (
          <TreeItem key={child.executionId} tree={child} selected={selected} onSelect={onSelect} />
        ))}
      </ul>
    </li>
  );
}
