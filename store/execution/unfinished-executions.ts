import { sql } from 'kysely';
import type { Database } from '../database.js';

/** An execution whose row has no final status. */
export interface UnfinishedExecution {
  id: number;
  workflowId: string;
  /** Its parent stored it and may still be about to start its Workflow. */
  isPlanned: boolean;
  /** Workflow ID of its parent; null: it has none. */
  parentWorkflowId: string | null;
}

/**
 * Lists executions without a final status after a row id, oldest first, page by page. With `aloneSeconds` only those that nobody
 * watches: outside of conversations, without a parent, and begun at least that long ago; or whose parent has ended.
 */
export async function listUnfinishedExecutions(
  db: Database,
  page: { after: number; limit: number; aloneSeconds?: number | undefined },
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
      .$if(page.aloneSeconds !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('parent.finished_at', 'is not', null),
            eb.and([
              eb('execution.conversation_id', 'is', null),
              eb('execution.parent_id', 'is', null),
              eb('execution.created_at', '<', sql<Date>`now() - make_interval(secs => ${page.aloneSeconds})`),
            ]),
          ]),
        ),
      )
      .orderBy('execution.id')
      .limit(page.limit)
      // `status` is never null, so the comparison is a boolean.
      .$narrowType<{ isPlanned: boolean }>()
      .execute()
  );
}
