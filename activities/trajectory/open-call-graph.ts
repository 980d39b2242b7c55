import type { Database } from '../../store/database.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { loadRunGraph } from '../../store/trajectory/load-run-graph.js';
import { recordRun } from '../../store/trajectory/record-run.js';
import { findBase } from '../../flow/execution/step-blocks.js';
import { TrajectoryError } from '../../trajectory/graph/trajectory-error.js';
import { GraphWriter } from '../../trajectory/writes/graph-writer.js';
import { reachStore } from '../reach-store.js';

export async function openCallGraph(
  db: Database,
  call: { workflowId: string; execution: ExecutionFacts; step: number; ordinal: number },
): Promise<GraphWriter> {
  const { workflowId, execution, step, ordinal } = call;
  const run = { executionId: execution.id, base: findBase(step) };
  const graph = await reachStore(async () => {
    await recordRun(db, run);
    return loadRunGraph(db, { ...run, rootId: execution.rootId ?? execution.id, workflowId });
  });
  if (!graph) throw new TrajectoryError('The run has no trajectory yet. Try again later.');
  return new GraphWriter({ ...graph, self: { step, ordinal } });
}
