import { sql } from 'kysely';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { Database } from '../database.js';
import type { ConversationList, ConversationView } from '../../views/conversation.js';

/** A message after `archived_at` unarchives the conversation. */
const isArchived = sql<boolean>`coalesce(archived_at >= coalesce(last_message_at, created_at), false)`;

export async function listConversations(
  db: Database,
  {
    user,
    flows,
    channel,
    list,
    limit,
    offset,
  }: {
    user: string;
    flows: readonly string[] | undefined;
    channel: string | undefined;
    list: ConversationList;
    limit: number;
    offset: number;
  },
): Promise<ConversationView[]> {
  // With a `channel`, also finds an archived conversation.
  const isList = channel === undefined;
  return db
    .selectFrom('conversation')
    .select([
      'workflow_id as workflowId',
      'flow_slug as flow',
      'channel',
      'title',
      'last_message_at as lastMessageAt',
      'created_at as createdAt',
      sql<boolean>`pinned_at is not null`.as('isPinned'),
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
    .where('channel', list === 'requests' ? 'like' : 'not like', ONE_OFF_CHANNELS)
    .$if(isList && list !== 'requests', (query) => query.where(isArchived, '=', list === 'archived'))
    .$if(isList, (query) => query.orderBy(sql`pinned_at is null`))
    .orderBy(sql`last_message_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
