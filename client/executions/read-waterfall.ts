import { loadWaterfall } from '../../store/execution/load-waterfall.js';
import type { Waterfall } from '../../views/waterfall.js';
import { Call, type CallOptions } from '../call/call.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import type { ClientContext } from '../client-context.js';
import { executionNotFound } from './execution-lookup.js';
import { listPendingActivities } from './list-pending-activities.js';

const LIMIT = 1_000;
const PENDING_MS = 2_000;

export async function readWaterfall(
  context: ClientContext,
  { executionId, timeoutMs, after, limit = LIMIT }: ReadWaterfall,
): Promise<Waterfall> {
  const { db, user, temporal } = context;
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
