import { loadWaterfall } from '../../store/execution/load-waterfall.js';
import type { Waterfall } from '../../views/waterfall.js';
import { Call, type CallOptions } from '../call/call.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import type { ClientContext } from '../client-context.js';
import { executionNotFound } from './execution-lookup.js';

const LIMIT = 1_000;

export async function readWaterfall(
  context: ClientContext,
  { executionId, timeoutMs, after, limit = LIMIT }: ReadWaterfall,
): Promise<Waterfall> {
  const { db, user } = context;
  const page = await orInvalidCursor(() =>
    new Call(context, { timeoutMs }).read(() => loadWaterfall(db, { executionId, user, after, limit })),
  );
  if (page.rows.length === 0 && after === undefined) throw executionNotFound(executionId);
  return page;
}

interface ReadWaterfall extends CallOptions {
  executionId: string;
  after?: string | undefined;
  limit?: number | undefined;
}
