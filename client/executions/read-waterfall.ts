import { loadWaterfall } from '../../store/execution/load-waterfall.js';
import type { Waterfall, PendingActivity } from '../../views/waterfall.js';
import { Call, type CallOptions } from '../call/call.js';
import { checkLimit } from '../call/check-limit.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import type { ClientContext } from '../client-context.js';
import { executionNotFound } from '../execution-not-found.js';
import { ApplicationFailure } from '@temporalio/common';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow/index.js';
import { optionalTsToDate } from '@temporalio/common/lib/time.js';
import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { FAILURE_CHARACTERS } from '../../protocol/limits.js';

const LIMIT = 1_000;
const PENDING_MS = 2_000;

const SCHEDULED = proto.temporal.api.enums.v1.PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED;

export async function readWaterfall(
  context: ClientContext,
  { executionId, timeoutMs, after, limit = LIMIT }: ReadWaterfall,
): Promise<Waterfall> {
  const { db, user, temporal } = context;
  checkLimit(limit);
  const page = await orInvalidCursor(() =>
    new Call(context, { timeoutMs }).read(() => loadWaterfall(db, { executionId, user, after, limit })),
  );
  if (after !== undefined) return { ...page, pending: [] };
  const [named] = page.rows;
  if (!named) throw executionNotFound(executionId);
  if (named.finishedAt !== null) return { ...page, pending: [] };
  // The rows suffice if Temporal is unavailable.
  const pending = await new Call(context, { timeoutMs: PENDING_MS })
    .query(() => listPendingActivities(temporal, executionId))
    .catch(() => []);
  return { ...page, pending };
}

interface ReadWaterfall extends CallOptions {
  executionId: string;
  after?: string | undefined;
  limit?: number | undefined;
}

/** Without local Activities, which only their worker knows. */
async function listPendingActivities(client: Client, executionId: string): Promise<PendingActivity[]> {
  const { raw } = await client.workflow.getHandle(executionId).describe();
  return Promise.all((raw.pendingActivities ?? []).map((pending) => toPendingActivity(client, pending)));
}

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
