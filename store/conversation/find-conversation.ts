import type { Database } from '../database.js';

/**
 * Finds the row id of the newest conversation or sub-thread with this Workflow ID, also a closed one. Undefined:
 * there is none.
 */
export async function findConversationId(db: Database, workflowId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversation')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
