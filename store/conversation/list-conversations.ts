import { sql } from 'kysely';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { Database } from '../database.js';

/** A conversation of a user, as a list shows it. */
export interface ConversationView {
  workflowId: string;
  flow: string;
  channel: string;
  title: string | null;
  lastMessageAt: Date | null;
}

/** Lists the open conversations of a user, the last used first, without sub-threads and those for one answer alone. */
export async function listConversations(
  db: Database,
  { user, limit, offset = 0 }: { user: string; limit: number; offset?: number },
): Promise<ConversationView[]> {
  return db
    .selectFrom('conversation')
    .select([
      'workflow_id as workflowId',
      'flow_slug as flow',
      'channel',
      'title',
      'last_message_at as lastMessageAt',
    ])
    .where('user_id', '=', user)
    .where('thread_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('channel', 'not like', ONE_OFF_CHANNELS)
    .orderBy(sql`last_message_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
