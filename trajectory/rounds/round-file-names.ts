import { fileSafe } from './file-safe.js';
import { checkRound } from '../graph/owner.js';

/**
 * Names of the two files of a round. Different sub-agents have different ones; whatever their names hold, they lead to
 * no other folder and are at most 200 bytes long. Throws a `TrajectoryError` for what is no round.
 */
export function roundFileNames({ round, subAgent }: { round: number; subAgent: string }): {
  graph: string;
  meta: string;
} {
  checkRound(round);
  const stem = `Run${round}_Sub${fileSafe(subAgent)}`;
  return { graph: `${stem}.json`, meta: `${stem}.meta.json` };
}
