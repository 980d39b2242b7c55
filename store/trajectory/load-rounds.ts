import type { Database } from '../database.js';
import type { Round } from './find-rounds.js';
import { loadFlowGraphs } from './load-flow-graphs.js';
import { partRows } from './part-rows.js';
import { loadRunRows, loadRuns } from './round-rows.js';
import { loadRunTexts } from './run-texts.js';
import { toRound, type RestoredRound } from './to-round.js';

export interface LoadInput {
  rounds: readonly Round[];
  subAgent?: string | undefined;
  isOutline?: boolean;
}

/** Oldest first, one part per agent and per multi-node flow. Seven statements for any number of rounds. */
export async function loadRounds(
  db: Database,
  { rounds, subAgent, isOutline = false }: LoadInput,
): Promise<RestoredRound[]> {
  const byExecution = new Map(rounds.map((round) => [round.executionId, round]));
  const runs = await loadRuns(db, { rootIds: [...byExecution.keys()], subAgent });
  const rows = await loadRunRows(db, { runs, isOutline });
  const texts = await loadRunTexts(db, rows);
  const agents = partRows(rows).flatMap((parts) => {
    const round = byExecution.get(parts.run.rootId);
    return round === undefined ? [] : [toRound(parts, { round, texts })];
  });
  // Outlines show what agents touched; flows touch nothing.
  const flows = isOutline || rounds.length === 0 ? [] : await loadFlowGraphs(db, rounds);
  const own = flows.filter(({ snapshot: { owner } }) => (subAgent ?? owner.subAgent) === owner.subAgent);
  return [...agents, ...own];
}
