import { fileSafe } from './file-safe.js';
import { checkRound } from '../graph/owner.js';

/**
 * Names the two files of a round. Different sub-agents give different names, none of which leads to another folder or
 * is longer than 200 bytes. Throws a `TrajectoryError` for what is no round.
 */
export function roundFileNames({ round, subAgent }: { round: number; subAgent: string }): {
  graph: string;
  meta: string;
} {
  checkRound(round);
  const stem = `Run${round}_Sub${fileSafe(subAgent)}`;
  return { graph: `${stem}.json`, meta: `${stem}.meta.json` };
}
