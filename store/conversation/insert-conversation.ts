import type { Insertable } from 'kysely';
import type { DatabaseTransaction } from '../database.js';
import type { ConversationTable } from '../tables/conversation.table.js';

interface NewConversation {
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
  taskQueue?: string | undefined;
  columns?: Omit<
    Insertable<ConversationTable>,
    'workflow_id' | 'flow_slug' | 'user_id' | 'channel' | 'task_queue'
  >;
}

export async function insertConversation(
  trx: DatabaseTransaction,
  { workflowId, flow, user, channel, taskQueue, columns }: NewConversation,
): Promise<number | undefined> {
  const row = await trx
    .insertInto('conversation')
    .values({
      ...columns,
      workflow_id: workflowId,
      flow_slug: flow,
      user_id: user,
      channel,
      task_queue: taskQueue,
    })
    .onConflict((conflict) => conflict.column('workflow_id').where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
