import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import { groupBy } from '../../protocol/group-by.js';
import { formatPlace } from '../../trajectory/graph/node-place.js';
import type { RecordedEdge, RecordedNode, RecordedQuery, RoundRows } from './round-rows.js';

export interface RunParts {
  run: RecordedQuery;
  nodes: readonly RecordedNode[];
  edges: readonly RecordedEdge[];
  started: ReadonlyMap<string, readonly string[]>;
}

export function partRows({ runs, nodes, edges, started }: RoundRows): RunParts[] {
  const key = (executionId: number, step: number) => `${executionId}.${Math.floor(step / STEP_BLOCK)}`;
  const nodesOf = groupBy(nodes, (node) => key(node.executionId, node.step));
  const edgesOf = groupBy(edges, (edge) => key(edge.executionId, edge.to.step));
  const startedBy = groupBy(started, (row) => key(row.executionId, row.step));
  return runs.map((run) => {
    const own = key(run.executionId, run.base);
    const byPlace = groupBy(startedBy.get(own) ?? [], formatPlace);
    return {
      run,
      nodes: nodesOf.get(own) ?? [],
      edges: edgesOf.get(own) ?? [],
      started: new Map([...byPlace].map(([place, rows]) => [place, rows.map(({ startedId }) => startedId)])),
    };
  });
}
