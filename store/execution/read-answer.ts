import type { Database } from '../database.js';

/** Finds the answer of an execution by its Workflow ID; null: it has none, or none yet. */
export async function findAnswer(db: Database, workflowId: string): Promise<string | null> {
  const execution = await db
    .selectFrom('execution')
    .select(['conversation_id', 'position', 'output'])
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  return execution === undefined ? null : readAnswer(db, execution);
}

/** Reads the stored answer of a completed execution; null: it has none. */
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
