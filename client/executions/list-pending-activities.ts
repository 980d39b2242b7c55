import { ApplicationFailure } from '@temporalio/common';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { optionalTsToDate } from '@temporalio/common/lib/time.js';
import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { FAILURE_CHARACTERS } from '../../protocol/limits.js';
import type { PendingActivity } from '../../views/waterfall.js';

/** Without local Activities, which only their worker knows. */
export async function listPendingActivities(client: Client, executionId: string): Promise<PendingActivity[]> {
  const { raw } = await client.workflow.getHandle(executionId).describe();
  return Promise.all((raw.pendingActivities ?? []).map((pending) => toPendingActivity(client, pending)));
}

const SCHEDULED = proto.temporal.api.enums.v1.PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED;

async function toPendingActivity(
  { options: { loadedDataConverter } }: Client,
  pending: proto.temporal.api.workflow.v1.IPendingActivityInfo,
): Promise<PendingActivity> {
  const { activityType, state, attempt, maximumAttempts, nextAttemptScheduleTime, lastFailure } = pending;
  const error = await decodeOptionalFailureToOptionalError(loadedDataConverter, lastFailure);
  return {
    activityType: activityType?.name ?? '',
    isStarted: state !== SCHEDULED,
    attempt: attempt ?? 1,
    maximumAttempts: maximumAttempts || null,
    nextAttemptAt: optionalTsToDate(nextAttemptScheduleTime) ?? null,
    errorType: error instanceof ApplicationFailure ? (error.type ?? null) : null,
    errorMessage: error?.message.slice(0, FAILURE_CHARACTERS).toWellFormed() ?? null,
  };
}
