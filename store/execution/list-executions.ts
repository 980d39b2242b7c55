import { sql, type Compilable, type RawBuilder } from 'kysely';
import type { ExecutionStatus } from '../../flow/execution/execution-status.js';
import type { ExecutionMatches, ListedExecution } from '../../views/execution.js';
import type { Database } from '../database.js';
import { CursorError } from '../cursor.js';
import { UNPREPARED } from '../preparing-pool.js';
import { readStartId } from '../../protocol/parse-workflow-id.js';
import { rerunOrigin } from '../../protocol/rerun-id.js';
import { isBelow } from '../root-flow.js';
import { toView, views, type ViewRow } from './execution-views.js';

interface ExecutionFilter {
  user?: string | undefined;
  flow?: string | undefined;
  /** Executions of these flows, with their sub-executions. */
  flows?: readonly string[] | undefined;
  status?: ExecutionStatus | undefined;
  id?: string | undefined;
  /** `since` is inclusive, `until` exclusive. */
  since?: Date | undefined;
  until?: Date | undefined;
  isRoot?: boolean | undefined;
  parent?: string | undefined;
  rerunOf?: string | undefined;
  limit: number;
}

interface ExecutionPage extends ExecutionFilter {
  /** The last execution of the previous page. */
  before?: string | undefined;
}

interface ExecutionSearch extends ExecutionPage {
  /** In USD. */
  minCost?: number | undefined;
  /** Part of the question, error, flow or id. */
  text?: string | undefined;
}

/** `before` and `rerunOf` are resolved to rows. */
interface RowFilter extends Omit<ExecutionFilter, 'rerunOf'> {
  beforeId?: number | undefined;
  reruns?: readonly number[] | undefined;
}

/** Summing 2,000 execution trees takes half a second. */
const MAX_SUMMED = 2_000;
const MAX_TEXTS = 10_000;

const MAX_PREVIEW = 200;

const QUESTION = sql<string | null>`coalesce(execution.input, (
  select said.content from conversation_message said
  where said.conversation_id = execution.conversation_id and said.position = execution.position
    and said.role = 'user'))`;

/** Throws `CursorError` if `before` does not exist or belongs to another user. */
export async function listExecutions(db: Database, page: ExecutionPage): Promise<ListedExecution[]> {
  return (await executionsQuery(db, await toRowFilter(db, page)).execute()).map(toListed);
}

/**
 * No index finds a text or a cost, so a page may end before it has `limit` items. Throws as `listExecutions`
 * does.
 */
export async function searchExecutions(
  db: Database,
  { text, minCost, ...page }: ExecutionSearch,
): Promise<ExecutionMatches> {
  const { limit } = page;
  const most = minCost !== undefined ? MAX_SUMMED : text !== undefined ? MAX_TEXTS : limit + 1;
  const checked = newest(db, { ...(await toRowFilter(db, page)), limit: most });
  const { rows } = await sql<ExecutionPlace & { ids: string[] }>`
    with checked as materialized (${checked})
    select (select array_agg(id) from checked) as ids, workflow_id as "executionId", created_at as "createdAt"
    from execution where id = (select min(id) from checked) ${UNPREPARED}`.execute(db);
  const [last] = rows;
  if (!last) return { executions: [], next: null, searchedUntil: null };
  let query = listedIn(db, sql`${last.ids}::bigint[]`).limit(limit);
  if (minCost !== undefined) query = query.where(sql<boolean>`usage.cost::numeric >= ${minCost}`);
  if (text !== undefined) query = query.where(hasText(text));
  const executions = (await query.execute()).map(toListed);
  const end: ExecutionPlace = (executions.length === limit ? executions.at(-1) : undefined) ?? last;
  const isWhole = last.ids.length < most && end.executionId === last.executionId;
  return {
    executions,
    next: isWhole ? null : end.executionId,
    searchedUntil: isWhole ? null : end.createdAt,
  };
}

type ExecutionPlace = Pick<ListedExecution, 'executionId' | 'createdAt'>;

async function toRowFilter(db: Database, { before, rerunOf, ...filter }: ExecutionPage): Promise<RowFilter> {
  return {
    ...filter,
    beforeId: before === undefined ? undefined : await findId(db, { executionId: before, user: filter.user }),
    reruns: rerunOf === undefined ? undefined : await findReruns(db, rerunOf),
  };
}

async function findId(
  db: Database,
  { executionId, user }: { executionId: string; user: string | undefined },
): Promise<number> {
  let query = db.selectFrom('execution').select('id').where('workflow_id', '=', executionId);
  if (user !== undefined) query = query.where('user_id', '=', user);
  const found = await query.executeTakeFirst();
  if (!found) throw new CursorError(`'${executionId.slice(0, 200)}' is not the last execution of a page`);
  return found.id;
}

export function executionsQuery(db: Database, filter: RowFilter) {
  return listedIn(db, sql`array(${newest(db, filter)})`).limit(filter.limit);
}

function listedIn(db: Database, ids: RawBuilder<unknown>) {
  return (
    views(db)
      .select(sql<string | null>`left(${QUESTION}, ${MAX_PREVIEW})`.as('question'))
      .select(
        sql<number>`(select count(*) from execution below where below.parent_id = execution.id)`.as(
          'subExecutions',
        ),
      )
      // An array, because with a join, Postgres may scan the table.
      .where(sql<boolean>`execution.id = any(${ids})`)
      .orderBy('execution.id', 'desc')
      .modifyEnd(UNPREPARED)
  );
}

type Found = ReturnType<typeof matching>;

/** Selects one list per flow, because an index on flow and id is not in the order of ids. */
function newest(db: Database, filter: RowFilter) {
  const { flows, limit } = filter;
  if (!flows) return selectNewest(db, filter);
  if (flows.length === 0) return matching(db, filter).where(sql<boolean>`false`);
  const lists = [...new Set(flows)].map((flow) =>
    selectNewest(db, filter, (query) => query.where(isBelow(flow))),
  );
  return mergeLists(db, lists, limit);
}

/** Selects each condition separately: with one condition on two indexes, Postgres would scan the table. */
function selectNewest(db: Database, filter: RowFilter, narrow = (query: Found): Found => query) {
  const { since, limit } = filter;
  const first = narrow(matching(db, filter)).orderBy('execution.id', 'desc').limit(limit);
  return since
    ? mergeLists(db, [first.where(isSince(since)), first.where(isLateSince(since))], limit)
    : first;
}

function mergeLists(db: Database, lists: readonly Compilable[], limit: number) {
  const found = sql.join(
    lists.map((list) => sql`(${list})`),
    sql` union all `,
  );
  return db
    .selectFrom(sql<{ id: number }>`(${found})`.as<'found'>('found'))
    .select('found.id')
    .orderBy('found.id', 'desc')
    .limit(limit);
}

function hasText(text: string) {
  const searched = sql`concat_ws(' ', ${QUESTION}, execution.error_message,
    execution.error_type, execution.workflow_id, execution.flow_slug)`;
  return sql<boolean>`position(lower(${text}) in lower(${searched})) > 0`;
}

function matching(db: Database, filter: RowFilter) {
  let query = db.selectFrom('execution').select('execution.id');
  if (filter.beforeId !== undefined) query = query.where('execution.id', '<', filter.beforeId);
  if (filter.user !== undefined) query = query.where('execution.user_id', '=', filter.user);
  if (filter.flow !== undefined) query = query.where('execution.flow_slug', '=', filter.flow);
  if (filter.status) query = query.where(hasStatus(filter.status));
  if (filter.until) query = query.where(isBefore(filter.until));
  if (filter.isRoot === true) query = query.where('execution.parent_id', 'is', null);
  if (filter.parent !== undefined)
    query = query.where('execution.parent_id', '=', (eb) =>
      eb
        .selectFrom('execution as above')
        .select('above.id')
        .where('above.workflow_id', '=', filter.parent ?? ''),
    );
  if (filter.id !== undefined) query = query.where(isStartedAs(filter.id));
  if (filter.reruns) query = query.where(sql<boolean>`execution.id = any(${[...filter.reruns]}::bigint[])`);
  return query;
}

/**
 * An array, because with a small limit, Postgres would otherwise walk the primary key. The id that a user
 * chose follows the user's name.
 */
function isStartedAs(id: string) {
  return sql<boolean>`execution.id = any(array(
    select started.id from execution started
    where started.workflow_id like 'execution/%' and started.conversation_id is null and started.parent_id is null
      and regexp_replace(split_part(started.workflow_id, '/', 3), '^.*:', '') = ${encodeURIComponent(id)}))`;
}

/** Compares the whole Workflow ID, because executions of other flows and users may have the same id. */
async function findReruns(db: Database, executionId: string): Promise<number[]> {
  const first = encodeURIComponent(readStartId(executionId));
  const { rows } = await sql<{ id: number; workflowId: string }>`
    select id, workflow_id as "workflowId" from execution
    where workflow_id like 'execution/%~rerun%'
      and split_part(regexp_replace(split_part(workflow_id, '/', 3), '^.*:', ''), '~rerun', 1)
        = split_part(${first}, '~rerun', 1)`.execute(db);
  return rows.filter(({ workflowId }) => rerunOrigin(workflowId) === executionId).map(({ id }) => id);
}

/** Literals, which match the partial indexes of unfinished and failed executions. */
function hasStatus(status: ExecutionStatus) {
  if (status === 'completed') return sql<boolean>`execution.status = 'completed'`;
  if (status === 'failed') return sql<boolean>`execution.status = 'failed'`;
  if (status === 'cancelled') return sql<boolean>`execution.status = 'cancelled'`;
  return sql<boolean>`(execution.status = ${status} and execution.finished_at is null)`;
}

/**
 * The id bounds the search. `isLateSince` adds sub-executions: they get their id when planned, perhaps long
 * before they start.
 */
function isSince(since: Date) {
  return sql<boolean>`(execution.created_at >= ${since} and execution.id >= ${idBefore(since)})`;
}

function isLateSince(since: Date) {
  return sql<boolean>`(execution.id < ${idBefore(since)} and execution.id = any(array(
    select late.id from execution late where late.started_late and late.created_at >= ${since})))`;
}

function idBefore(since: Date) {
  return sql`(select execution_id_since(${since}::timestamptz - interval '1 day'))`;
}

/** Allows for a row id that is minutes older than the row's commit. */
function isBefore(until: Date) {
  return sql<boolean>`(execution.created_at < ${until}
    and execution.id < (select execution_id_since(${until}::timestamptz + interval '10 minutes')))`;
}

function toListed({
  question,
  subExecutions,
  ...row
}: ViewRow & Pick<ListedExecution, 'question' | 'subExecutions'>): ListedExecution {
  return { ...toView(row), question, subExecutions };
}
