import { lazy, Suspense, useState } from 'react';
import type { ExecutionTree } from '../../client/executions/execution-tree.js';
import type { FlowVersionView } from '../../store/flows/flow-views.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatCost, formatNumber } from '../parts/format.js';
import { STRINGS } from '../strings.js';

const FlowGraph = lazy(() => import('../parts/flow-graph.js'));

/** The graph of an execution's flow, its nodes in the colours of how they stand; a node that is chosen tells its numbers and its error. */
export function ExecutionGraph({ tree }: { tree: Wire<ExecutionTree> }) {
  const { flow, flowVersion } = tree;
  const [selected, setSelected] = useState<string>();
  const { value } = useLoaded(`${flow} ${flowVersion}`, (signal) =>
    get<FlowVersionView>(`/flows/${encodeURIComponent(flow)}/versions/${flowVersion}`, { signal }),
  );
  if (value === undefined) return null;
  const nodes = tree.nodes.map(({ nodeId: id, kind, label, status }) => ({
    id,
    kind,
    label: label ?? undefined,
    status,
  }));
  const chosen = tree.nodes.find(({ nodeId }) => nodeId === selected);
  return (
    <section className="execution-graph">
      <Suspense fallback={<p className="hint">{STRINGS.loading}</p>}>
        <FlowGraph
          flow={{ nodes, edges: value.definition.edges }}
          label={STRINGS.flows.graph(flow)}
          selected={selected}
          onSelect={setSelected}
        />
      </Suspense>
      {chosen === undefined ? null : <NodeFacts node={chosen} />}
    </section>
  );
}

function NodeFacts({ node }: { node: Wire<ExecutionTree>['nodes'][number] }) {
  const { nodeId, status, runs, modelCalls, inputTokens, outputTokens, cost, errorType, errorMessage } = node;
  const { runs: runWords, columns } = STRINGS.work;
  return (
    <div className="node-facts" aria-live="polite">
      <p>
        <b>{nodeId}</b>{' '}
        <span className="status" data-status={status}>
          {status}
        </span>{' '}
        {runWords(runs)}
      </p>
      <p>
        {columns.calls}: {modelCalls} · {columns.tokens}: {formatNumber(inputTokens)} /{' '}
        {formatNumber(outputTokens)} · {columns.cost}: {formatCost(cost)}
      </p>
      {errorMessage === null ? null : (
        <p className="problem">
          {errorType} {errorMessage}
        </p>
      )}
    </div>
  );
}
