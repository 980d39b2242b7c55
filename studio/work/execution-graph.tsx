import { lazy, Suspense } from 'react';
import type { ExecutionTree } from '../../client/executions/execution-tree.js';
import type { Wire } from '../api/request.js';
import { STRINGS } from '../strings.js';

const FlowGraph = lazy(() => import('../parts/flow-graph.js'));

/** The graph of an execution's flow, its nodes in the colours of how they stand. */
export function ExecutionGraph({
  tree,
  selected,
  onSelect,
}: {
  tree: Wire<ExecutionTree>;
  selected: string | undefined;
  onSelect: (nodeId: string) => void;
}) {
  const nodes = tree.nodes.map(({ nodeId: id, kind, label, status }) => ({
    id,
    kind,
    label: label ?? undefined,
    status,
  }));
  return (
    <section className="execution-graph">
      <Suspense fallback={<p className="hint">{STRINGS.loading}</p>}>
        <FlowGraph
          flow={{ nodes, edges: tree.edges }}
          label={STRINGS.flows.graph(tree.flow)}
          selected={selected}
          onSelect={onSelect}
        />
      </Suspense>
    </section>
  );
}
