import { listSummaries, sumSummaryUsage } from '../../store/summaries/summary-views.js';
import type { SummaryPage } from '../../views/summary.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { sumPortraitUsage } from '../../store/trajectory/portrait-usage.js';
import type { ClientContext } from '../client-context.js';
import { Call, type CallOptions } from '../call/call.js';
import { ThreadlineError } from '../threadline-error.js';

const MAX_PAGE = 500;

export async function readSummaries(
  context: ClientContext,
  { workflowId, limit = 100, ...options }: CallOptions & { workflowId: string; limit?: number },
): Promise<SummaryPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE)
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `Limit ${limit} is not a whole number from 1 to ${MAX_PAGE}`,
    );
  return new Call(context, options).read(() => read(context, { workflowId, limit }));
}

async function read(
  { db }: ClientContext,
  { workflowId, limit }: { workflowId: string; limit: number },
): Promise<SummaryPage> {
  const conversationId = await findConversationId(db, workflowId);
  if (conversationId === undefined) return { summaries: [], usage: [] };
  const portraits = await sumPortraitUsage(db, { conversationId });
  return {
    summaries: await listSummaries(db, { conversationId, limit }),
    usage: [...(await sumSummaryUsage(db, { conversationId })), ...(portraits ? [portraits] : [])],
  };
}
