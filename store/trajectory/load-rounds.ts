import type { Database } from '../database.js';
import type { Round } from './find-rounds.js';
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
 * Loads the recorded rounds, oldest first, as one part for each agent of a round. Messages and results are read
 * from where they are stored, in six statements whatever the number of rounds.
 */
export async function loadRounds(
  db: Database,
  { rounds, subAgent, isOutline = false }: LoadInput,
): Promise<RestoredRound[]> {
  const byExecution = new Map(rounds.map((round) => [round.executionId, round]));
  const runs = await loadRuns(db, { rootIds: [...byExecution.keys()], subAgent });
  const rows = await loadRunRows(db, { runs, isOutline });
  const texts = await loadRunTexts(db, rows);
  return partRows(rows).flatMap((parts) => {
    const round = byExecution.get(parts.run.rootId);
    return round === undefined ? [] : [toRound(parts, { round, texts })];
  });
}
