import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { ExecutionFacts } from './load-execution.js';
import type { ExecutionTable } from '../tables/execution.table.js';

export interface NewSubExecution {
  workflowId: string;
  flowSlug: string;
  flowVersion: number;
  nodeId: string;
  call?: { step: number; ordinal: number };
  triggerId: string | null;
  user: string | null;
  text: string;
  data: unknown;
  givenTokens: number;
}

/** Idempotent. Stores nothing under an ended parent, which starts no sub-executions. */
export async function insertSubExecutions(
  db: Database,
  {
    parent,
    children,
  }: {
    parent: Pick<ExecutionFacts, 'id' | 'rootId' | 'depth' | 'rootBudgetId'>;
    children: readonly NewSubExecution[];
  },
): Promise<void> {
  if (children.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('execution')
      .select('id')
      .where('id', '=', parent.id)
      .where('finished_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!open) return;
    await trx
      .insertInto('execution')
      .values(children.map((child) => toRow(parent, child)))
      .onConflict((conflict) => conflict.column('workflow_id').doNothing())
      .execute();
  });
}

function toRow(
  parent: Pick<ExecutionFacts, 'id' | 'rootId' | 'depth' | 'rootBudgetId'>,
  child: NewSubExecution,
) {
  return {
    workflow_id: child.workflowId,
    parent_id: parent.id,
    root_id: parent.rootId ?? parent.id,
    budget_root_id: parent.rootBudgetId,
    parent_node_id: child.nodeId,
    parent_step: child.call?.step ?? null,
    parent_ordinal: child.call?.ordinal ?? null,
    depth: parent.depth + 1,
    flow_slug: child.flowSlug,
    flow_version: child.flowVersion,
    trigger_id: child.triggerId,
    user_id: child.user,
    task_queue: sql<string>`(select task_queue from execution where id = ${parent.id})`,
    status: 'pending' as const,
    input: child.text,
    data: child.data === undefined ? null : JSON.stringify(child.data),
    given_tokens: child.givenTokens,
  };
}

interface SubExecution {
  executionId: string;
  flow: string;
  status: ExecutionTable['status'];
  result: unknown;
  output: string | null;
  errorType: string | null;
  errorMessage: string | null;
}

export async function findSubExecutions(
  db: Database,
  executionIds: readonly string[],
): Promise<SubExecution[]> {
  if (executionIds.length === 0) return [];
  return db
    .selectFrom('execution')
    .select(['workflow_id as executionId', 'flow_slug as flow', 'status', 'result', 'output'])
    .select(['error_type as errorType', 'error_message as errorMessage'])
    .where('workflow_id', 'in', executionIds)
    .execute();
}

/** Ends their rows, because pending children have no Workflow that could be canceled. */
export async function cancelPendingChildren(
  db: Database,
  { parentId, executionIds }: { parentId: number; executionIds?: readonly string[] },
): Promise<void> {
  await db
    .updateTable('execution')
    .set({ status: 'cancelled', finished_at: new Date() })
    .where('parent_id', '=', parentId)
    .where('status', '=', 'pending')
    .$if(executionIds !== undefined, (query) => query.where('workflow_id', 'in', executionIds ?? []))
    .execute();
}
