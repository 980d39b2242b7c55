import { sql } from 'kysely';
import { DESCRIBED_TYPES } from '../../trajectory/graph/node-types.js';
import { recordSteps, type GrownNode } from '../../trajectory/recorded/record-steps.js';
import type { Database } from '../database.js';
import { loadRun, type RunKey } from './load-run.js';
import { withinLockWait } from './within-lock-wait.js';
import { writeRun } from './write-run.js';

/** What came of it. */
interface RecordedGrowth {
  /** Something was touched that nobody has described. */
  isUndescribed: boolean;
}

/**
 * Brings the graph of a run up to its trace. One at a time does it, so that doing it twice, or at once from two places,
 * does it once.
 */
export async function recordRun(db: Database, run: RunKey): Promise<RecordedGrowth> {
  return withinLockWait(db, async (trx) => {
    // A statement of its own: what is read after it is what the one before has written.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`trajectory ${run.executionId}/${run.base}`}, 0))`.execute(
      trx,
    );
    const loaded = await loadRun(trx, run);
    if (loaded === undefined) return { isUndescribed: false };
    const growth = recordSteps(loaded);
    if (growth !== undefined) await writeRun(trx, { executionId: run.executionId, run: loaded, growth });
    // Whoever recorded it may not have told anybody.
    return { isUndescribed: loaded.isUndescribed || (growth?.nodes ?? []).some(lacksWords) };
  });
}

function lacksWords({ type, description }: GrownNode): boolean {
  return DESCRIBED_TYPES.includes(type) && description === undefined;
}
