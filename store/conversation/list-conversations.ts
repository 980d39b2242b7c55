import { sql, type RawBuilder } from 'kysely';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { Database } from '../database.js';
import { isTime, readCursor, toPage } from '../cursor.js';
import type { ConversationList, ConversationPage } from '../../views/conversation.js';

/** A message after `archived_at` unarchives the conversation. */
const isArchived = sql<boolean>`coalesce(archived_at >= coalesce(last_message_at, created_at), false)`;

interface ConversationFilter {
  user: string;
  flows: readonly string[] | undefined;
  channel: string | undefined;
  list: ConversationList;
  limit: number;
  before: string | undefined;
}

/** The cursor contains a conversation's place, because a message moves the conversation. */
export async function listConversations(
  db: Database,
  { user, flows, channel, list, limit, before }: ConversationFilter,
): Promise<ConversationPage> {
  // With a `channel`, also finds an archived conversation.
  const isList = channel === undefined;
  const isFirst = isList ? sql<boolean>`pinned_at is not null` : sql<boolean>`false`;
  const rows = await db
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
    .select(sql<string>`json_build_array(${isFirst}, last_message_at::text, id::text)::text`.as('place'))
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
    .where(isBehind(before, isFirst))
    .$if(isList, (query) => query.orderBy(sql`pinned_at is null`))
    .orderBy(sql`last_message_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page: conversations, next } = toPage(rows, limit);
  return { conversations, next };
}

function isBehind(before: string | undefined, isFirst: RawBuilder<boolean>): RawBuilder<boolean> {
  if (before === undefined) return sql`true`;
  const [isPinned, at, id] = readCursor(before, { list: 'a list of conversations', isPlace });
  return sql`(${isFirst}, coalesce(last_message_at, '-infinity'), id)
    < (${isPinned}::boolean, coalesce(${at}::timestamptz, '-infinity'), ${id}::bigint)`;
}

type Place = readonly [boolean, string | null, string];

function isPlace(place: readonly unknown[]): place is Place {
  const [isPinned, at, id] = place;
  return (
    typeof isPinned === 'boolean' &&
    (at === null || isTime(at)) &&
    typeof id === 'string' &&
    /^\d{1,18}$/.test(id)
  );
}
