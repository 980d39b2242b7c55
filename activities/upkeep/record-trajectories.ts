import { findConversationId } from '../../store/conversation/find-conversation.js';
import { recordMissing } from '../../store/trajectory/record-missing.js';
import type { ActivityDependencies } from '../dependencies.js';
import { exportRounds } from '../trajectory/export-rounds.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerConversationId } from './conversation-of.js';
import { findPortraitWork, LOOKED_AT_TURNS } from './find-trajectory-work.js';
import type { RecordTrajectoriesResult } from '../../protocol/activities/upkeep.js';

/** Brings the graphs of a conversation's newest turns up to their traces. Fails with what a table throws. */
export function createRecordTrajectories({ db, trajectoryFiles, timing }: ActivityDependencies) {
  return async function recordTrajectories(): Promise<RecordTrajectoriesResult> {
    const workflowId = callerConversationId();
    const details = (): object => ({ phase: 'recording' });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const conversationId = await findConversationId(db, workflowId);
      if (conversationId === undefined) return { recorded: 0 };
      const recorded = await recordMissing(db, { conversationId, turns: LOOKED_AT_TURNS });
      const work = await findPortraitWork(db, workflowId);
      if (work !== undefined) return { recorded, describe: true };
      // Else the files are written with the descriptions.
      if (recorded > 0)
        await exportRounds({ db, trajectoryFiles }, { session: workflowId, last: LOOKED_AT_TURNS });
      return { recorded };
    });
  };
}
