import { sql } from 'kysely';
import type { Database } from '../database.js';
import { isOwnOrOrphaned } from '../workers/live-workers.js';

export interface UnfinishedExecution {
  id: number;
  workflowId: string;
  /** The parent has not started this sub-execution. */
  isPlanned: boolean;
  parentWorkflowId: string | null;
}

export type Age = { olderThanSeconds: number } | { before: Date };

export async function listUnfinishedExecutions(
  db: Database,
  page: Age & { after: number; limit: number; isAlone?: boolean | undefined; taskQueue?: string | undefined },
): Promise<UnfinishedExecution[]> {
  const until =
    'before' in page
      ? sql`${page.before}::timestamptz`
      : sql`now() - make_interval(secs => ${page.olderThanSeconds})`;
  const isOld = sql<boolean>`execution.created_at <= ${until}`;
  return db
    .selectFrom('execution')
    .leftJoin('execution as parent', 'parent.id', 'execution.parent_id')
    .select(['execution.id', 'execution.workflow_id as workflowId', 'parent.workflow_id as parentWorkflowId'])
    .select((eb) => eb('execution.status', '=', 'pending').as('isPlanned'))
    .where('execution.finished_at', 'is', null)
    .where('execution.id', '>', page.after)
    .where(isOwnOrOrphaned('execution', page.taskQueue))
    .$if(page.isAlone !== true, (query) => query.where(isOld))
    .$if(page.isAlone === true, (query) =>
      query.where((eb) =>
        eb.or([
          eb('parent.finished_at', 'is not', null),
          eb.and([eb('execution.conversation_id', 'is', null), eb('execution.parent_id', 'is', null), isOld]),
        ]),
      ),
    )
    .orderBy('execution.id')
    .limit(page.limit)
    .$narrowType<{ isPlanned: boolean }>()
    .execute();
}
