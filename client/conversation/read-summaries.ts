import {
  listSummaries,
  sumSummaryUsage,
  type SummaryView,
  type SummaryWayUsage,
} from '../../store/summaries/summary-views.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { sumPortraitUsage, type PortraitUsage } from '../../store/trajectory/portrait-usage.js';
import type { ClientContext } from '../client-context.js';
import { Call, type CallOptions } from '../call/call.js';
import { ThreadlineError } from '../threadline-error.js';

/** The attempts to summarize a conversation's latest thread. */
export interface SummaryPage {
  /** The newest, oldest first: also those that came to nothing. */
  summaries: SummaryView[];
  /** Of all there are, by their way; last what the descriptions of what agents touched cost, where there are any. */
  usage: (SummaryWayUsage | PortraitUsage)[];
}

const MAX_PAGE = 500;

/** Reads the summaries of a conversation; of one that has none, or that is not there, none. */
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
    usage: [
      ...(await sumSummaryUsage(db, { conversationId })),
      ...(portraits === undefined ? [] : [portraits]),
    ],
  };
}
