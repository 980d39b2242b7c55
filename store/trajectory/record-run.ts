import { isDataType } from '../../trajectory/graph/node-types.js';
import { recordSteps } from '../../trajectory/recorded/record-steps.js';
import type { GrownNode } from '../../trajectory/recorded/recorded-run.js';
import type { Database } from '../database.js';
import { loadRun, type RunKey } from './load-run.js';
import { writeRun } from './write-run.js';

interface RecordedGrowth {
  isUndescribed: boolean;
}

/** Idempotent. Waits only briefly, because nothing may wait for the trajectory tables. */
export async function recordRun(db: Database, run: RunKey): Promise<RecordedGrowth> {
  for (;;) {
    const loaded = await loadRun(db, run);
    if (!loaded) return { isUndescribed: false };
    const growth = recordSteps(loaded);
    const isWritten = !growth || (await writeRun(db, { executionId: run.executionId, run: loaded, growth }));
    // An earlier process may have crashed after recording, before reporting.
    if (isWritten) return { isUndescribed: loaded.isUndescribed || (growth?.nodes ?? []).some(lacksWords) };
  }
}

function lacksWords({ type, description }: GrownNode): boolean {
  return isDataType(type) && description === undefined;
}
