import type { Database } from '../database.js';
import { readAnswer } from './finish-execution.js';

/** The answer of an execution by its Workflow ID; null: there is none, or not yet. */
export async function findAnswer(db: Database, workflowId: string): Promise<string | null> {
  const execution = await db
    .selectFrom('execution')
    .select(['conversation_id', 'position', 'output'])
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  return execution === undefined ? null : readAnswer(db, execution);
}
