import type { Database } from '../database.js';

/** An execution whose row is not final. */
export interface UnfinishedExecution {
  id: number;
  workflowId: string;
  /** Its parent stored it and may still be about to start its Workflow. */
  isPlanned: boolean;
  /** Workflow ID of its parent; null: it has none. */
  parentWorkflowId: string | null;
}

/** Executions whose rows are not final, after a row id, oldest first; for walking in pages. */
export async function listUnfinishedExecutions(
  db: Database,
  page: { after: number; limit: number },
): Promise<UnfinishedExecution[]> {
  return (
    db
      .selectFrom('execution')
      .leftJoin('execution as parent', 'parent.id', 'execution.parent_id')
      .select([
        'execution.id',
        'execution.workflow_id as workflowId',
        'parent.workflow_id as parentWorkflowId',
      ])
      .select((eb) => eb('execution.status', '=', 'pending').as('isPlanned'))
      .where('execution.finished_at', 'is', null)
      .where('execution.id', '>', page.after)
      .orderBy('execution.id')
      .limit(page.limit)
      // Comparing a status that is never null gives a boolean.
      .$narrowType<{ isPlanned: boolean }>()
      .execute()
  );
}
