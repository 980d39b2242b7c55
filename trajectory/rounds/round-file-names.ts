import { fileSafe } from './file-safe.js';
import { checkRound } from '../graph/owner.js';

/** Unique per sub-agent, at most 200 bytes. */
export function roundFileNames({ round, subAgent }: { round: number; subAgent: string }): {
  graph: string;
  meta: string;
} {
  checkRound(round);
  const stem = `Run${round}_Sub${fileSafe(subAgent)}`;
  return { graph: `${stem}.json`, meta: `${stem}.meta.json` };
}
