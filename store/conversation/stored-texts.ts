import type { Database, DatabaseTransaction } from '../database.js';

export async function storeText(
  db: Database,
  { workflowId, content }: { workflowId: string; content: string },
): Promise<string> {
  const { id } = await db
    .insertInto('stored_text')
    .values({ workflow_id: workflowId, content })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function claimText(
  trx: DatabaseTransaction,
  workflowId: string,
  textRef: string,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('stored_text')
    .where('id', '=', textRef)
    .where('workflow_id', '=', workflowId)
    .returning('content')
    .executeTakeFirst();
  return row?.content;
}
