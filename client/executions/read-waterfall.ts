import { CursorError } from '../../store/cursor-error.js';
import { loadWaterfall } from '../../store/execution/load-waterfall.js';
import type { Waterfall } from '../../views/waterfall.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { executionNotFound } from './execution-lookup.js';

const LIMIT = 1_000;

export async function readWaterfall(
  context: ClientContext,
  { executionId, timeoutMs, after, limit = LIMIT }: ReadWaterfall,
): Promise<Waterfall> {
  const { db, user } = context;
  try {
    const page = await new Call(context, { timeoutMs }).read(() =>
      loadWaterfall(db, { executionId, user, after, limit }),
    );
    if (page.rows.length === 0 && after === undefined) throw executionNotFound(executionId);
    return page;
  } catch (error) {
    if (!(error instanceof CursorError)) throw error;
    throw new ThreadlineError('Client.InvalidCursor', error.message);
  }
}

interface ReadWaterfall extends CallOptions {
  executionId: string;
  after?: string | undefined;
  limit?: number | undefined;
}
