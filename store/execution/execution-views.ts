import { sql } from 'kysely';
import { BUDGET_COLUMNS, toBudgetView } from '../budget/budgets.js';
import type { AnsweredExecution, ExecutionView } from '../../views/execution.js';
import { ifCutOff, toCutOffReason } from '../../protocol/finish-reason.js';
import type { Database } from '../database.js';
import { newestFinish } from '../conversation/newest-finish.js';
import { readAnswer } from './read-answer.js';
import { treeUsage } from './tree-usage.js';

export async function findExecutionView(
  db: Database,
  input: { executionId: string; user: string | undefined },
): Promise<AnsweredExecution | undefined> {
  const view = await scoped(views(db), input.user)
    .where('execution.workflow_id', '=', input.executionId)
    .executeTakeFirst();
  if (!view) return undefined;
  const row = await db
    .selectFrom('execution')
    .select(['conversation_id', 'position', 'output'])
    .select(newestFinish(sql.ref('execution.id')).as('finish'))
    .where('workflow_id', '=', input.executionId)
    .executeTakeFirstOrThrow();
  const answer = await readAnswer(db, row);
  return { ...toView(view), answer, ...(answer !== null && ifCutOff(toCutOffReason(row.finish))) };
}

export async function listTree(
  db: Database,
  { rootId, user }: { rootId: string; user: string | undefined },
): Promise<ExecutionView[]> {
  return listTrees(db, { rootIds: [rootId], user });
}

export async function listTrees(
  db: Database,
  input: { rootIds: readonly string[]; user: string | undefined },
): Promise<ExecutionView[]> {
  const rows = await scoped(views(db), input.user)
    .where(
      sql<boolean>`execution.id = any(array(
        select id from execution where workflow_id = any(${[...input.rootIds]}::text[])
        union
        select below.id from execution named join execution below on below.root_id = coalesce(named.root_id, named.id)
        where named.workflow_id = any(${[...input.rootIds]}::text[])))`,
    )
    .orderBy('execution.id')
    .execute();
  return rows.map(toView);
}

export async function listConversationExecutions(
  db: Database,
  input: { conversationId: string; user: string | undefined; limit: number },
): Promise<ExecutionView[]> {
  const rows = await scoped(views(db), input.user)
    .where('execution.conversation_id', 'in', (eb) =>
      eb
        .selectFrom('conversation')
        .select('conversation.id')
        .where('conversation.workflow_id', '=', input.conversationId),
    )
    .orderBy('execution.id', 'desc')
    .limit(input.limit)
    .execute();
  return rows.map(toView);
}

type Views = ReturnType<typeof views>;

function scoped(query: Views, user: string | undefined): Views {
  return user === undefined ? query : query.where('execution.user_id', '=', user);
}

export function views(db: Database) {
  return db
    .selectFrom('execution')
    .leftJoin('execution as parent', 'parent.id', 'execution.parent_id')
    .leftJoin('budget', 'budget.root_id', 'execution.id')
    .innerJoinLateral(treeUsage, (join) => join.onTrue())
    .select([
      'execution.workflow_id as executionId',
      'parent.workflow_id as parentId',
      'execution.flow_slug as flow',
      'execution.flow_version as flowVersion',
      'execution.user_id as user',
      'execution.status',
      'execution.created_at as createdAt',
      'execution.finished_at as finishedAt',
      'execution.error_type as errorType',
      'execution.error_message as errorMessage',
      'usage.calls as modelCalls',
      'usage.input as inputTokens',
      'usage.output as outputTokens',
      'usage.cost',
      'usage.unpricedCalls',
      'usage.compactions',
    ])
    .select(BUDGET_COLUMNS);
}

export type ViewRow = Awaited<ReturnType<Views['executeTakeFirstOrThrow']>>;

export function toView(row: ViewRow): ExecutionView {
  const { max_tokens, max_cost, spent_tokens, spent_cost, reserved_tokens, reserved_cost, ...view } = row;
  const budget = { max_tokens, max_cost, spent_tokens, spent_cost, reserved_tokens, reserved_cost };
  return { ...view, budget: toBudgetView(budget) };
}
