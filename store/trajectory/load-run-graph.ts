import type { NodePlace } from '../../trajectory/graph/node-place.js';
import type { RoundSnapshot } from '../../trajectory/graph/trajectory-view.js';
import type { Database } from '../database.js';
import { findRound } from './find-rounds.js';
import type { RunKey } from './load-run.js';
import { partRows } from './part-rows.js';
import { loadRunRows, loadRuns } from './round-rows.js';
import { loadRunTexts } from './run-texts.js';
import { findPlaces, toRound } from './to-round.js';

export interface PlacedSnapshot {
  snapshot: RoundSnapshot;
  places: ReadonlyMap<string, NodePlace>;
}

export async function loadRunGraph(
  db: Database,
  { executionId, base, rootId, workflowId }: RunKey & { rootId: number; workflowId: string },
): Promise<PlacedSnapshot | undefined> {
  const round = await findRound(db, workflowId);
  const all = await loadRuns(db, { rootIds: [rootId], subAgent: undefined });
  const runs = all.filter((run) => run.executionId === executionId && run.base === base);
  if (!round || runs.length === 0) return undefined;
  const rows = await loadRunRows(db, { runs, isOutline: false });
  const texts = await loadRunTexts(db, rows);
  const [parts] = partRows(rows);
  if (!parts) return undefined;
  const { snapshot } = toRound(parts, { round: { ...round, executionId: rootId }, texts });
  return { snapshot, places: findPlaces(parts, snapshot) };
}
