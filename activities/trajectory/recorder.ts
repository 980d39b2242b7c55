import { log } from '@temporalio/activity';
import type { RunKey } from '../../store/trajectory/load-run.js';
import { recordRun } from '../../store/trajectory/record-run.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countUnrecorded } from '../count-metrics.js';
import type { LeftWork } from '../../protocol/activities/left-work.js';

/** After a timeout, recording pauses for this long, because a step's tools wait for it. */
const REST_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** A failure does not affect the agent: the upkeep records what is missing. */
export function createRecorder({ db }: Pick<ActivityDependencies, 'db'>) {
  let restsUntilMs = 0;
  return {
    async record({ describes, ...run }: RunKey & { describes: boolean }): Promise<LeftWork> {
      if (Date.now() < restsUntilMs) return { leavesWork: true };
      try {
        const { isUndescribed } = await recordRun(db, run);
        return describes && isUndescribed ? { leavesWork: true } : {};
      } catch (error) {
        countUnrecorded();
        if (isLocked(error)) restsUntilMs = Date.now() + REST_MS;
        log.warn('A step could not be recorded in its trajectory yet', {
          base: run.base,
          reason: String(error),
        });
        return { leavesWork: true };
      }
    },
  };
}

function isLocked(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
