import { nodeOrder } from '../../../flow/graph/node-order.js';
import { outerIterations } from '../../../flow/scheduler/outer-iterations.js';
import type { EvaluatedNode } from '../../../protocol/activities/nodes.js';
import { loadNodeResults } from '../../../store/nodes/node-outputs.js';
import { evaluateOnce, storeResult, type NodeToEvaluate } from './evaluator.js';
import { unwrapOutput } from './unwrap-output.js';

export function evaluateMerge(work: NodeToEvaluate<'merge'>): Promise<EvaluatedNode> {
  return evaluateOnce(work, {
    first: async () => {
      const outputs = await loadBranches(work);
      return storeResult(work, { output: { items: Object.values(outputs).map(unwrapOutput), outputs } });
    },
    again: () => ({ kind: 'done' }),
  });
}

async function loadBranches({ db, row, flow }: NodeToEvaluate<'merge'>): Promise<Record<string, unknown>> {
  const before = new Set(flow.edges.filter(({ to }) => to === row.nodeId).map(({ from }) => from));
  const results = await loadNodeResults(db, {
    executionId: row.executionId,
    nodeIds: [...before],
    iterations: outerIterations(row.iteration).slice(0, 1),
  });
  const outputs = new Map(results.map(({ nodeId, output }) => [nodeId, output]));
  return Object.fromEntries(
    nodeOrder(flow)
      .filter((id) => outputs.has(id))
      .map((id) => [id, outputs.get(id)]),
  );
}
