import { recordMissing } from '../../store/trajectory/record-missing.js';
import type { ActivityDependencies } from '../dependencies.js';
import { exportRounds } from '../trajectory/export-rounds.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { servedWorkflowId } from './served-workflow-id.js';
import { findNewestRounds, findPortraitWork, LOOKED_AT_TURNS } from './find-trajectory-work.js';
import type { RecordTrajectoriesResult } from '../../protocol/activities/upkeep.js';

export function createRecordTrajectories({ db, trajectoryFiles, timing }: ActivityDependencies) {
  return async function recordTrajectories(): Promise<RecordTrajectoriesResult> {
    const workflowId = servedWorkflowId();
    const details = (): object => ({ phase: 'recording' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const rounds = await findNewestRounds(db, workflowId);
      if (!rounds) return { recorded: 0 };
      const recorded = await recordMissing(db, rounds);
      const work = await findPortraitWork(db, workflowId);
      if (work) return { recorded, describe: true };
      // Otherwise, the files are exported with the descriptions.
      if (recorded > 0)
        await exportRounds({ db, trajectoryFiles }, { session: workflowId, last: LOOKED_AT_TURNS });
      return { recorded };
    });
  };
}
