import { sql } from 'kysely';
import { NODE_TYPES } from '../../trajectory/graph/node-types.js';
import { countTypes, type GrownNode, type RunGrowth } from '../../trajectory/recorded/record-steps.js';
import type { Database } from '../database.js';
import type { LoadedRun, RunKey } from './load-run.js';
import { formatPlaces } from './node-places.js';

/**
 * Adds recorded steps to a run's graph in one statement. False: another process has recorded steps of the run
 * since it was loaded, and nothing was written.
 */
export async function writeRun(
  db: Database,
  { executionId, run, growth }: Pick<RunKey, 'executionId'> & { run: LoadedRun; growth: RunGrowth },
): Promise<boolean> {
  const { nodeId, iteration, base, head } = run;
  const nodes = numberNodes(growth.nodes.filter(({ type }) => type !== 'Query'));
  const edges = growth.edges.map(({ from, to, type }) => ({
    from_step: from.step,
    from_ordinal: from.ordinal,
    to_step: to.step,
    to_ordinal: to.ordinal,
    type,
  }));
  const { rows } = await sql<{ isWritten: boolean }>`
    select record_trajectory(${executionId}, ${base}, ${head?.recordedThrough ?? null}, ${growth.recordedThrough},
      ${formatPlaces(growth.pointers)}, ${nodeId}, ${iteration}, ${countTypes(growth.nodes)},
      ${JSON.stringify(nodes)}, ${JSON.stringify(edges)}) as "isWritten"`.execute(db);
  return rows[0]?.isWritten === true;
}

/**
 * Adds to each node the place of its type, from 1, and how many nodes of the type are left from it on, because
 * labels are numbered from the end.
 */
function numberNodes(nodes: readonly GrownNode[]) {
  const left = countTypes(nodes);
  return nodes.map((node) => {
    const index = NODE_TYPES.indexOf(node.type);
    const behind = left[index] ?? 0;
    left[index] = behind - 1;
    return { ...node, place: index + 1, behind };
  });
}
