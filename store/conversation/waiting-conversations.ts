import { sql } from 'kysely';
import type { ConversationKey } from '../../protocol/ids.js';
import type { Database } from '../database.js';
import { isOwnOrOrphaned } from '../workers/live-workers.js';

export interface WaitingConversation {
  id: number;
  workflowId: string;
  key: ConversationKey;
}

/** Fast: the index has only unfinished turns, and `offset 0` forces key lookups of their chats. */
export async function listWaitingConversations(
  db: Database,
  page: { afterSeconds: number; after: number; limit: number; taskQueue?: string | undefined },
): Promise<WaitingConversation[]> {
  const { rows } = await sql<{
    id: number;
    workflowId: string;
    flow: string;
    user: string;
    channel: string;
    thread: string | null;
  }>`
    select id, workflow_id as "workflowId", flow_slug as flow, user_id as user, channel, thread_id as thread
    from (
      select distinct conversation_id from turn
      where status in ('queued', 'running') and conversation_id > ${page.after}
        and created_at < now() - ${page.afterSeconds} * interval '1 second'
    ) waiting cross join lateral (select * from conversation where id = conversation_id offset 0) conversation
    where closed_at is null and ${isOwnOrOrphaned('conversation', page.taskQueue)}
    order by id limit ${page.limit}`.execute(db);
  return rows.map(({ id, workflowId, thread, ...key }) => ({
    id,
    workflowId,
    key: { ...key, thread: thread ?? undefined },
  }));
}
