import { sql } from 'kysely';
import { DESCRIBED_TYPES } from '../../trajectory/graph/node-types.js';
import { recordSteps, type GrownNode } from '../../trajectory/recorded/record-steps.js';
import type { Database } from '../database.js';
import { loadRun, type RunKey } from './load-run.js';
import { withinLockWait } from './within-lock-wait.js';
import { writeRun } from './write-run.js';

/** The outcome of recording a run. */
interface RecordedGrowth {
  /** Whether a touched thing still has no description. */
  isUndescribed: boolean;
}

/**
 * Brings the graph of a run up to date with its trace. A lock lets one process at a time do so; recording again,
 * or from two places at once, has no further effect.
 */
export async function recordRun(db: Database, run: RunKey): Promise<RecordedGrowth> {
  return withinLockWait(db, async (trx) => {
    // Locks in a statement of its own, so that the next statement sees what the previous holder of the lock
    // wrote.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`trajectory ${run.executionId}/${run.base}`}, 0))`.execute(
      trx,
    );
    const loaded = await loadRun(trx, run);
    if (loaded === undefined) return { isUndescribed: false };
    const growth = recordSteps(loaded);
    if (growth !== undefined) await writeRun(trx, { executionId: run.executionId, run: loaded, growth });
    // Whoever recorded these steps may have crashed before it reported them, so recorded things count too.
    return { isUndescribed: loaded.isUndescribed || (growth?.nodes ?? []).some(lacksWords) };
  });
}

function lacksWords({ type, description }: GrownNode): boolean {
  return DESCRIBED_TYPES.includes(type) && description === undefined;
}
