import { isDataType, NODE_TYPES } from '../../trajectory/graph/node-types.js';
import { recordSteps, countTypes } from '../../trajectory/recorded/record-steps.js';
import type { GrownNode, RunGrowth } from '../../trajectory/recorded/recorded-run.js';
import type { Database } from '../database.js';
import { loadRun, type RunKey, type LoadedRun } from './load-run.js';
import { sql } from 'kysely';
import { formatPlaces } from './node-places.js';

interface RecordedGrowth {
  isUndescribed: boolean;
}

/** Idempotent. Waits only briefly, because nothing may wait for the trajectory tables. */
export async function recordRun(db: Database, run: RunKey): Promise<RecordedGrowth> {
  for (;;) {
    const loaded = await loadRun(db, run);
    if (!loaded) return { isUndescribed: false };
    const growth = recordSteps(loaded);
    const isWritten = !growth || (await writeRun(db, { executionId: run.executionId, run: loaded, growth }));
    // An earlier process may have recorded the run, and crashed before it reported.
    if (isWritten) return { isUndescribed: loaded.isUndescribed || (growth?.nodes ?? []).some(lacksWords) };
  }
}

function lacksWords({ type, description }: GrownNode): boolean {
  return isDataType(type) && description === undefined;
}

/** Returns false if another process recorded the run. */
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
    select record_trajectory(${executionId}, ${base}, ${head?.recordedThrough ?? null},
      ${head ? formatPlaces(head.pointers) : null}, ${growth.recordedThrough},
      ${formatPlaces(growth.pointers)}, ${nodeId}, ${iteration}, ${countTypes(growth.nodes.filter(isNumbered))},
      ${JSON.stringify(nodes)}, ${JSON.stringify(edges)}, ${JSON.stringify(growth.changes)}) as "isWritten"`.execute(
    db,
  );
  return rows[0]?.isWritten === true;
}

/** Numbers the nodes from the last one backwards. */
function numberNodes(nodes: readonly GrownNode[]) {
  const left = countTypes(nodes.filter(isNumbered));
  return nodes.map((node) => {
    const index = NODE_TYPES.indexOf(node.type);
    const behind = left[index] ?? 0;
    if (isNumbered(node)) left[index] = behind - 1;
    return { ...node, place: index + 1, behind };
  });
}

function isNumbered({ label }: GrownNode): boolean {
  return label === undefined;
}
