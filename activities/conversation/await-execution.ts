import { Context, sleep } from '@temporalio/activity';
import { isFinal } from '../../flow/execution/execution-status.js';
import { findTurn } from '../../store/conversation/find-turn.js';
import { findExecution } from '../../store/execution/begun-before.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import type { ActivityDependencies } from '../dependencies.js';
import { findTrajectoryWork } from '../upkeep/find-trajectory-work.js';
import { findUpkeep } from '../upkeep/find-upkeep.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { AwaitedOutcome } from '../../protocol/activities/conversation.js';

const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 10_000;

/** Waits for a turn's execution that an earlier run of the conversation started. */
export function createAwaitExecution(dependencies: ActivityDependencies) {
  const { db, describeWorkflow, timing } = dependencies;
  return async function awaitExecution({ turnId }: { turnId: string }): Promise<AwaitedOutcome> {
    const conversationId = callerWorkflowId();
    const executionId = turnWorkflowId(conversationId, turnId);
    const details = () => ({ phase: 'waiting', executionId });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(1.1 * pollMs, MAX_POLL_MS)) {
        Context.current().cancellationSignal.throwIfAborted();
        // Described before the row is read: a Workflow that is closed by now has written its row.
        const found = await describeWorkflow(executionId);
        const turn = await findTurn(db, { conversationId, turnId });
        if (turn && isFinal(turn.status)) {
          return {
            status: turn.status,
            ...((await hasWork(conversationId)) && { upkeep: true as const }),
            errorType: turn.errorType ?? undefined,
            errorMessage: turn.errorMessage ?? undefined,
          };
        }
        if (found?.isOpen !== true) {
          return {
            status: 'failed',
            errorType: 'Execution.Ended',
            errorMessage: 'The execution ended without finishing the turn',
            // An execution with another parent has taken this id.
            ...((!found || found.parentId === conversationId) &&
              (await isUnbegun(turn, executionId)) && { isUnbegun: true as const }),
          };
        }
        await sleep(pollMs);
      }
    });
  };

  /** True if the turn never began: its user was forgotten, and Temporal has yet to delete the Workflow. */
  async function isUnbegun(turn: { status: string } | undefined, executionId: string): Promise<boolean> {
    return turn?.status === 'queued' && !(await findExecution(db, executionId));
  }

  async function hasWork(workflowId: string): Promise<boolean> {
    if (await findUpkeep(dependencies, { workflowId })) return true;
    const { record, describe } = await findTrajectoryWork(db, workflowId);
    return record === true || describe === true;
  }
}
