import { sql } from 'kysely';
import type { ConversationKey } from '../../protocol/ids.js';
import type { Database } from '../database.js';
import { isOwnOrOrphaned } from '../workers/live-workers.js';

export interface WaitingConversation {
  id: number;
  workflowId: string;
  key: ConversationKey;
}

/** Fast: the index has only unfinished turns. */
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
    from conversation
    where closed_at is null and ${isOwnOrOrphaned('conversation', page.taskQueue)} and id in (
      select conversation_id from turn
      where status in ('queued', 'running') and conversation_id > ${page.after}
        and created_at < now() - ${page.afterSeconds} * interval '1 second')
    order by id limit ${page.limit}`.execute(db);
  return rows.map(({ id, workflowId, thread, ...key }) => ({
    id,
    workflowId,
    key: { ...key, thread: thread ?? undefined },
  }));
}
