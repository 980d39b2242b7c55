import type { Context } from 'hono';
import { z } from 'zod';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { GatewayEnv } from '../gateway-env.js';
import type { Dialect } from './ui-chunk.js';

const DEFAULT_FLOW = 'assistant';

export const chatQuery = z.object({
  flow: z.string().min(1).optional(),
  version: z.enum(['6', '7']).default('6'),
  thread: z.string().min(1).optional(),
});

export interface Chat {
  id: string;
  caller: GatewayEnv['Variables']['caller'];
  conversation: ConversationHandle;
  dialect: Dialect;
}

/**
 * The flow of the body, else of the query, else the caller's first, else the assistant. Throws `Client.NotFound` and
 * `Conversation.InvalidId`.
 */
export function openChat(
  c: Context<GatewayEnv>,
  { id, flow, query }: { id: string; flow?: string | undefined; query: z.infer<typeof chatQuery> },
): Chat {
  const caller = c.get('caller');
  const slug = flow ?? query.flow ?? caller.flows?.[0] ?? DEFAULT_FLOW;
  return {
    id,
    caller,
    conversation: caller.client.conversation({
      flow: slug,
      user: caller.user,
      channel: id,
      thread: query.thread,
    }),
    dialect: query.version === '7' ? 'v7' : 'both',
  };
}
