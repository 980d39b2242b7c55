import type { Database } from '../database.js';

/** The answer of an execution by its Workflow ID; null: there is none, or not yet. */
export async function findAnswer(db: Database, workflowId: string): Promise<string | null> {
  const execution = await db
    .selectFrom('execution')
    .select(['conversation_id', 'position', 'output'])
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  return execution === undefined ? null : readAnswer(db, execution);
}

/** The stored answer of an execution that completed; null: it has none. */
export async function readAnswer(
  db: Database,
  execution: { conversation_id: number | null; position: number | null; output: string | null },
): Promise<string | null> {
  if (execution.conversation_id === null || execution.position === null) return execution.output;
  const row = await db
    .selectFrom('thread_message')
    .select('content')
    .where('conversation_id', '=', execution.conversation_id)
    .where('position', '=', execution.position)
    .where('role', '=', 'assistant')
    .executeTakeFirst();
  return row?.content ?? null;
}
