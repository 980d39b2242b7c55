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
    .selectFrom('thread_message as answer')
    // The part of an answer that a cancelled turn left is none.
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'answer.conversation_id')
        .onRef('turn.position', '=', 'answer.position')
        .on('turn.status', '=', 'completed'),
    )
    .select('answer.content')
    .where('answer.conversation_id', '=', execution.conversation_id)
    .where('answer.position', '=', execution.position)
    .where('answer.role', '=', 'assistant')
    .executeTakeFirst();
  return row?.content ?? null;
}
