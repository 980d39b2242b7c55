import { sql } from 'kysely';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { Database } from '../database.js';
import type { ConversationView } from '../../views/conversation.js';

/** Last used first. Excludes sub-threads and one-answer conversations. */
export async function listConversations(
  db: Database,
  {
    user,
    flows,
    channel,
    limit,
    offset,
  }: {
    user: string;
    flows: readonly string[] | undefined;
    channel: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<ConversationView[]> {
  return db
    .selectFrom('conversation')
    .select([
      'workflow_id as workflowId',
      'flow_slug as flow',
      'channel',
      'title',
      'last_message_at as lastMessageAt',
      'created_at as createdAt',
    ])
    .select((eb) =>
      eb
        .selectFrom('conversation_message as answer')
        .select('answer.created_at')
        .whereRef('answer.conversation_id', '=', 'conversation.id')
        .where('answer.role', '=', 'assistant')
        .orderBy('answer.position', 'desc')
        .limit(1)
        .as('lastAnswerAt'),
    )
    .where('user_id', '=', user)
    .where('thread_id', 'is', null)
    .where('closed_at', 'is', null)
    .$if(flows !== undefined, (query) => query.where(sql<boolean>`flow_slug = any(${flows})`))
    .$if(channel !== undefined, (query) => query.where(sql<boolean>`channel = ${channel}`))
    .where('channel', 'not like', ONE_OFF_CHANNELS)
    .orderBy(sql`last_message_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
