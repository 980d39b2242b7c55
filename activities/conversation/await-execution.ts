import { ApplicationFailure, Context, sleep } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { isFinal } from '../../flow/status.js';
import { findTurn } from '../../store/find-turn.js';
import { turnWorkflowId } from '../../workflows/ids.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';

const POLL_MS = 250;

/**
 * Waits for the execution of a turn that an earlier run of the conversation started, and ends as it ends:
 * returns when it completed, fails or is cancelled as it was. One that is gone without having finished its
 * rows fails, and the caller settles them.
 */
export function createAwaitExecution({ db, describeWorkflow, timing }: ActivityDependencies) {
  return async function awaitExecution({ turnId }: { turnId: string }): Promise<void> {
    const conversationId = callerWorkflowId();
    const executionId = turnWorkflowId(conversationId, turnId);
    await withHeartbeat(
      { everyMs: timing.heartbeatMs, details: () => ({ phase: 'waiting', executionId }) },
      async () => {
        for (;;) {
          Context.current().cancellationSignal.throwIfAborted();
          // Asked first, so that a Workflow that closed had its chance to finish the rows.
          const state = await describeWorkflow(executionId);
          const turn = await findTurn(db, { conversationId, turnId });
          if (turn !== undefined && isFinal(turn.status)) {
            if (turn.status === 'completed') return;
            if (turn.status === 'cancelled') throw new CancelledFailure('The turn was cancelled');
            throw ApplicationFailure.create({
              type: turn.errorType ?? 'Conversation.TurnFailed',
              message: turn.errorMessage ?? 'The turn failed',
              nonRetryable: true,
            });
          }
          if (state !== 'open')
            throw ApplicationFailure.create({
              type: 'Execution.Ended',
              message: 'The execution ended without finishing the turn',
              nonRetryable: true,
            });
          await sleep(POLL_MS);
        }
      },
    );
  };
}
