import { MAX_THINGS } from '../../trajectory/portraits/portrait-request.js';
import { loadUndescribed, type UndescribedThing } from '../../store/trajectory/load-undescribed.js';
import { describeFromEarlier } from '../../store/trajectory/undescribed.js';
import { withinLockWait } from '../../store/trajectory/within-lock-wait.js';
import type { ActivityDependencies } from '../dependencies.js';
import { exportRounds } from '../trajectory/export-rounds.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { servedWorkflowId } from './served-workflow-id.js';
import { findPortraitWork, LOOKED_AT_TURNS, type PortraitWork } from './find-trajectory-work.js';
import { Portrayer } from './portrayer.js';
import type { DescribeTouchedResult } from '../../protocol/activities/upkeep.js';

/** Requests that were too long do not count. */
const MAX_CALLS = 3;
const SMALLER = 4;

/** A thing that the model omits gets a default, so each run leaves fewer things. */
export function createDescribeTouched(dependencies: ActivityDependencies) {
  const { db, trajectoryFiles, timing } = dependencies;
  const portrayer = new Portrayer(dependencies);

  return async function describeTouched(): Promise<DescribeTouchedResult> {
    const workflowId = servedWorkflowId();
    let described = 0;
    const count = (more: number): number => (described += more);
    const details = (): object => ({ phase: 'describing', described });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const work = await findPortraitWork(db, workflowId);
      if (!work) return { described };
      const isMore = await describeThings(work, count);
      await exportRounds({ db, trajectoryFiles }, { session: workflowId, last: LOOKED_AT_TURNS });
      return { described, more: isMore ? (true as const) : undefined };
    });
  };

  async function describeThings(work: PortraitWork, count: (more: number) => void): Promise<boolean> {
    const { rounds, flows } = work;
    count(await withinLockWait(db, (trx) => describeFromEarlier(trx, rounds)));
    const load = (limit: number): Promise<UndescribedThing[]> =>
      withinLockWait(db, (trx) => loadUndescribed(trx, { rounds, flows, limit }));
    let limit = MAX_THINGS;
    let calls = 0;
    while (calls < MAX_CALLS) {
      const things = await load(limit);
      if (things.length === 0) break;
      const made = await portrayer.portray(things, work);
      if (made.kind === 'too-long') {
        limit = Math.ceil(made.things / SMALLER);
        continue;
      }
      count(made.described);
      // A failed call ends the run, because it may have taken minutes.
      calls += made.kind === 'failed' ? MAX_CALLS : 1;
    }
    return (await load(1)).length > 0;
  }
}
