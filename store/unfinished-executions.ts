import type { Database } from './database.js';

/** Workflow IDs of executions whose rows are not final, after a row id, oldest first; for walking in pages. */
export async function unfinishedExecutions(
  db: Database,
  page: { after: number; limit: number },
): Promise<{ id: number; workflowId: string }[]> {
  return db
    .selectFrom('execution')
    .select(['id', 'workflow_id as workflowId'])
    .where('finished_at', 'is', null)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}
