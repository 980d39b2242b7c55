import type { Database } from '../database.js';

/** Row id of the newest conversation or sub-thread under a Workflow ID, which may be closed; undefined: there is none. */
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
