import { log } from '@temporalio/activity';
import { setTimeout as pause } from 'node:timers/promises';
import {
  findRound,
  findSessionRounds,
  isStillThere,
  type Round,
} from '../../store/trajectory/find-rounds.js';
import { loadRecorded } from '../../store/trajectory/restore-rounds.js';
import { listRoundFiles } from '../../store/trajectory/files/read-rounds.js';
import { writeRound, type TrajectoryFiles } from '../../store/trajectory/files/write-round.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countUnexported } from '../count-metrics.js';

const TIMEOUT_MS = 3_000;
/** Earlier rounds whose export failed are exported again, up to this many. */
const CAUGHT_UP_ROUNDS = 5;

interface Exporter extends Pick<ActivityDependencies, 'db'> {
  trajectoryFiles: ActivityDependencies['trajectoryFiles'] | undefined;
}

/** Never throws, because the rows can be exported again. */
export async function exportRounds(
  { db, trajectoryFiles: files }: Exporter,
  { session, last }: { session: string; last: number },
): Promise<void> {
  if (!files) return;
  await withTimeout(last * TIMEOUT_MS, async (signal) =>
    writeRounds(await findSessionRounds(db, { session, last, isEnded: true }), { db, files, signal }),
  );
}

const underWay = new Set<Promise<void>>();

/** Exports a sub-execution as part of its parent's round. */
export function exportRoundSoon(
  { db, trajectoryFiles: files }: Exporter,
  { workflowId }: { workflowId: string },
): void {
  if (!files) return;
  const own = withTimeout(CAUGHT_UP_ROUNDS * TIMEOUT_MS, async (signal) => {
    const place = await findRound(db, workflowId);
    if (place?.rootId !== workflowId) return;
    const { session } = place;
    const rounds = await findSessionRounds(db, { session, last: CAUGHT_UP_ROUNDS, isEnded: true });
    const onFile = new Set((await listRoundFiles(files.folder, place)).map(({ round }) => round));
    const wanted = rounds.filter(({ round }) => round === place.round || !onFile.has(round));
    await writeRounds(wanted, { db, files, signal });
  }).finally(() => underWay.delete(own));
  underWay.add(own);
}

/** Waits for running exports. Settles even if the disk hangs. */
export async function exportsSettled(): Promise<void> {
  await Promise.race([Promise.all(underWay), pause(TIMEOUT_MS, undefined, { ref: false })]);
}

async function writeRounds(
  rounds: readonly Round[],
  { db, files, signal }: { db: Exporter['db']; files: TrajectoryFiles; signal: AbortSignal },
): Promise<void> {
  const warnings: string[] = [];
  for (const round of rounds) {
    signal.throwIfAborted();
    // Read right before writing, so that an older state never replaces a newer one.
    const recorded = await loadRecorded(db, { rounds: [round] });
    warnings.push(...recorded.warnings);
    const isWanted = async (): Promise<boolean> => !signal.aborted && (await isStillThere(db, round));
    for (const part of recorded.rounds) await writeRound(files, part, isWanted);
  }
  if (warnings.length > 0) throw new Error(warnings.join('; '));
}

async function withTimeout(timeoutMs: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const late = new AbortController();
  const { signal } = late;
  const timer = setTimeout(() => late.abort(new Error(`It takes longer than ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([
      work(signal),
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    ]);
  } catch (error) {
    countUnexported();
    log.warn('A round could not be exported to its files', { reason: String(error) });
  } finally {
    clearTimeout(timer);
  }
}
