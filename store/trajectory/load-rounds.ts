import type { Database } from '../database.js';
import type { Round } from './find-rounds.js';
import { partRows } from './part-rows.js';
import { loadRunRows, loadRuns } from './round-rows.js';
import { loadRunTexts } from './run-texts.js';
import { toRound, type RestoredRound } from './to-round.js';

export interface LoadInput {
  rounds: readonly Round[];
  /** Only this agent's parts. */
  subAgent?: string | undefined;
  /** Without what models said and tools gave: who touched what, and when. Default false. */
  isOutline?: boolean;
}

/**
 * What is recorded of rounds, oldest first: of each one part an agent. What was said and done is read where it is
 * stored, in six statements whatever the number of rounds.
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
