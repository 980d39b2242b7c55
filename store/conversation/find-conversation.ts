import type { Database } from '../database.js';

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
