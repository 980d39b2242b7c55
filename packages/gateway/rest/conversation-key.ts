import { z } from 'zod';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { RestRequest } from './rest-route.js';

export const conversationQuery = z.object({
  channel: z.string().optional().describe('A conversation with the same flow other than the main one'),
  thread: z.string().optional().describe('A thread of the conversation'),
});

export function openConversation({
  caller: { client, user },
  path: { flow = '' },
  query: { channel, thread },
}: Pick<
  RestRequest<z.infer<typeof conversationQuery>, unknown>,
  'caller' | 'path' | 'query'
>): ConversationHandle {
  return client.conversation({ flow, user, channel, thread });
}
