import { DESCRIBED_TYPES } from '../../trajectory/graph/node-types.js';
import { recordSteps } from '../../trajectory/recorded/record-steps.js';
import type { GrownNode } from '../../trajectory/recorded/recorded-run.js';
import type { Database } from '../database.js';
import { loadRun, type RunKey } from './load-run.js';
import { writeRun } from './write-run.js';

/** The outcome of recording a run. */
interface RecordedGrowth {
  /** Whether a touched thing still has no description. */
  isUndescribed: boolean;
}

/**
 * Brings the graph of a run up to date with its trace, in a statement that reads and one that writes. Recording
 * again, or from two places at once, has no further effect: what was loaded before another process wrote is
 * loaded again. Neither statement waits long for a lock, because nothing else may wait for the trajectory tables.
 */
export async function recordRun(db: Database, run: RunKey): Promise<RecordedGrowth> {
  for (;;) {
    const loaded = await loadRun(db, run);
    if (loaded === undefined) return { isUndescribed: false };
    const growth = recordSteps(loaded);
    const isWritten =
      growth === undefined || (await writeRun(db, { executionId: run.executionId, run: loaded, growth }));
    // Whoever recorded these steps may have crashed before it reported them, so recorded things count too.
    if (isWritten) return { isUndescribed: loaded.isUndescribed || (growth?.nodes ?? []).some(lacksWords) };
  }
}

function lacksWords({ type, description }: GrownNode): boolean {
  return DESCRIBED_TYPES.includes(type) && description === undefined;
}
