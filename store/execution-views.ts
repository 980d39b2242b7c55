import type { Database } from './database.js';
import type { ExecutionStatus } from '../flow/status.js';
import { readAnswer } from './finish-execution.js';

/** An execution as people look at it. Totals are computed from its model calls, never kept. */
export interface ExecutionView {
  executionId: string;
  parentId: string | null;
  flow: string;
  flowVersion: number;
  user: string | null;
  status: ExecutionStatus;
  createdAt: Date;
  finishedAt: Date | null;
  errorType: string | null;
  errorMessage: string | null;
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
  /** USD, as a decimal. */
  cost: string;
}

export interface ExecutionFilter {
  /** Only this user's; undefined: everybody's. */
  user?: string | undefined;
  flow?: string | undefined;
  status?: ExecutionStatus | undefined;
  limit: number;
}

/** Executions that match, newest first. */
export async function listExecutions(db: Database, filter: ExecutionFilter): Promise<ExecutionView[]> {
  let query = views(db).orderBy('execution.id', 'desc').limit(filter.limit);
  if (filter.user !== undefined) query = query.where('execution.user_id', '=', filter.user);
  if (filter.flow !== undefined) query = query.where('execution.flow_slug', '=', filter.flow);
  if (filter.status !== undefined) query = query.where('execution.status', '=', filter.status);
  return query.execute();
}

/** One execution with its answer; undefined: there is none, or it is somebody else's. */
export async function findExecutionView(
  db: Database,
  input: { executionId: string; user: string | undefined },
): Promise<(ExecutionView & { answer: string | null }) | undefined> {
  const view = await scoped(views(db), input.user)
    .where('execution.workflow_id', '=', input.executionId)
    .executeTakeFirst();
  if (view === undefined) return undefined;
  const row = await db
    .selectFrom('execution')
    .select(['conversation_id', 'position', 'output'])
    .where('workflow_id', '=', input.executionId)
    .executeTakeFirstOrThrow();
  return { ...view, answer: await readAnswer(db, row) };
}

/** All executions of one root, the root included, oldest first. */
export async function listTree(
  db: Database,
  input: { rootId: string; user: string | undefined },
): Promise<ExecutionView[]> {
  return scoped(views(db), input.user)
    .where((eb) =>
      eb.or([
        eb('execution.workflow_id', '=', input.rootId),
        eb(
          'execution.root_id',
          '=',
          eb.selectFrom('execution as root').select('root.id').where('root.workflow_id', '=', input.rootId),
        ),
      ]),
    )
    .orderBy('execution.id')
    .execute();
}

/** The turns' executions of the conversation with this Workflow ID, newest first. */
export async function listConversationExecutions(
  db: Database,
  input: { conversationId: string; user: string | undefined; limit: number },
): Promise<ExecutionView[]> {
  return scoped(views(db), input.user)
    .where('execution.conversation_id', 'in', (eb) =>
      eb
        .selectFrom('conversation')
        .select('conversation.id')
        .where('conversation.workflow_id', '=', input.conversationId),
    )
    .orderBy('execution.id', 'desc')
    .limit(input.limit)
    .execute();
}

type Views = ReturnType<typeof views>;

function scoped(query: Views, user: string | undefined): Views {
  return user === undefined ? query : query.where('execution.user_id', '=', user);
}

function views(db: Database) {
  return db
    .selectFrom('execution')
    .leftJoin('execution as parent', 'parent.id', 'execution.parent_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('model_call')
          .select(({ fn }) => [
            fn.countAll<number>().as('calls'),
            fn.coalesce(fn.sum<number>('input_tokens'), eb.lit(0)).as('input'),
            fn.coalesce(fn.sum<number>('output_tokens'), eb.lit(0)).as('output'),
            fn.coalesce(fn.sum<string>('cost'), eb.lit(0)).as('cost'),
          ])
          .whereRef('model_call.execution_id', '=', 'execution.id')
          .as('usage'),
      (join) => join.onTrue(),
    )
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
    ])
    .select(({ fn, eb, ref, cast }) => [
      fn.coalesce(ref('usage.calls'), eb.lit(0)).as('modelCalls'),
      fn.coalesce(ref('usage.input'), eb.lit(0)).as('inputTokens'),
      fn.coalesce(ref('usage.output'), eb.lit(0)).as('outputTokens'),
      cast<string>(fn.coalesce(ref('usage.cost'), eb.lit(0)), 'text').as('cost'),
    ]);
}
