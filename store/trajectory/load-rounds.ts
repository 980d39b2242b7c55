import type { Database } from '../database.js';
import type { Round } from './find-rounds.js';
import { loadFlowGraphs } from './load-flow-graphs.js';
import { partRows } from './part-rows.js';
import { loadRunRows, loadRuns } from './round-rows.js';
import { loadRunTexts } from './run-texts.js';
import { toRound, type RestoredRound } from './to-round.js';

export interface LoadInput {
  rounds: readonly Round[];
  /** Only parts of this agent. */
  subAgent?: string | undefined;
  /**
   * Leaves out the messages of models and the outputs of tools, and keeps who touched what, and when. Default
   * false.
   */
  isOutline?: boolean;
}

/**
 * Loads the recorded rounds, oldest first, as one part for each agent of a round, and one for each of its flows that has
 * many nodes. Messages and results are read from where they are stored, in seven statements whatever the number of
 * rounds.
 */
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
  // An outline is asked for what agents touched, and flows touch nothing themselves.
  const flows = isOutline || rounds.length === 0 ? [] : await loadFlowGraphs(db, rounds);
  const own = flows.filter(({ snapshot: { owner } }) => (subAgent ?? owner.subAgent) === owner.subAgent);
  return [...agents, ...own];
}
