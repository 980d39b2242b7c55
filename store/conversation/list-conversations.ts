import { sql } from 'kysely';
import type { Database } from '../database.js';

/** A conversation of a user, as a list shows it. */
export interface ConversationView {
  workflowId: string;
  flow: string;
  channel: string;
  title: string | null;
  lastMessageAt: Date | null;
}

/** Lists the open conversations of a user, the last used first, without sub-threads. */
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
    .orderBy(sql`last_message_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
