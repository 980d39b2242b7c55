import { sql, type RawBuilder } from 'kysely';
import { addAuditEntry, type AuditActor } from '../audit/audit-log.js';
import { lockConversations } from '../conversation/lock-conversations.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { selectExecutionIds } from '../execution/select-execution-ids.js';
import { matchDrafts, removeDrafts } from '../flows/remove-drafts.js';

/** The tables in the order of their foreign keys. */
const OF_EXECUTIONS = [
  // Listed, because cascading deletes would need one long transaction.
  'context_manifest',
  'trajectory_edge',
  'trajectory_node',
  'execution_text',
  'node_output',
  'loop_item',
  'agent_step',
  'approval',
  'artifact',
  'compaction',
  'stream_chunk',
  'trace_message',
  'tool_call',
  'model_call',
  'execution',
] as const;
const OF_CONVERSATIONS = [
  'passage_embedding',
  'passage',
  'standing_statement',
  'summary_fact',
  'summary',
  'branch',
  'conversation_message',
  'attachment',
  'turn',
  'stored_text',
  'conversation',
] as const;
const OF_USER = [
  'flow_version',
  'upload',
  'request_key',
  'given_item',
  'given_metadata',
  'memory',
  'api_key',
] as const;
type StepTable = (typeof OF_EXECUTIONS | typeof OF_CONVERSATIONS | typeof OF_USER)[number];

export const USER_TABLES = [
  'stream_chunk',
  'trace_message',
  'tool_call',
  'model_call',
  'execution',
  'flow_version',
  'conversation_message',
  'attachment',
  'turn',
  'stored_text',
  'conversation',
  'upload',
  'request_key',
  'given_item',
  'given_metadata',
  'memory',
  'api_key',
] as const satisfies readonly StepTable[];
type UserTable = (typeof USER_TABLES)[number];
export type UserRows = Readonly<Record<UserTable, number>>;

export async function countUserRows(db: Database, user: string): Promise<UserRows> {
  return db.transaction().execute(async (trx) => {
    const owned = await findOwned(trx, user);
    return forEachTable(USER_TABLES, async (table) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)} where ${belongsTo(table, owned)}`.execute(
        trx,
      );
      return rows[0]?.count ?? 0;
    });
  });
}

export const NO_ROWS = Object.fromEntries(USER_TABLES.map((table) => [table, 0])) as UserRows;

export function addRows(one: UserRows, other: UserRows): UserRows {
  return Object.fromEntries(USER_TABLES.map((table) => [table, one[table] + other[table]])) as UserRows;
}

/** Small steps keep locks short. */
const STEP_IDS = 200;
const STEP_ROWS = 5_000;

/** Call it again after a failure. The user's audit entries stay. */
export async function forgetUser(db: Database, user: string, by: AuditActor | undefined): Promise<UserRows> {
  const { executions, conversations } = await findOwned(db, user);
  const none = { user, executions: [], conversations: [] };
  let rows = NO_ROWS;
  const remove = async (tables: readonly StepTable[], owned: Owned): Promise<void> => {
    for (let isDone = false; !isDone;) {
      const step = await db.transaction().execute((trx) => deleteStep(trx, tables, owned));
      rows = addRows(rows, step.rows);
      isDone = step.isLast;
    }
  };
  for (const ids of cut(executions)) await remove(OF_EXECUTIONS, { ...none, executions: ids });
  for (const ids of cut(conversations)) await remove(OF_CONVERSATIONS, { ...none, conversations: ids });
  // Again for all tables: a turn that was accepted meanwhile may have an upload.
  await remove([...OF_EXECUTIONS, ...OF_CONVERSATIONS, ...OF_USER], await findOwned(db, user));
  if (by)
    await addAuditEntry(db, {
      ...by,
      action: 'forget',
      target: `user/${user}`,
      owner: user,
      outcome: 'done',
    });
  return rows;
}

function cut(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / STEP_IDS) }, (_, at) =>
    ids.slice(at * STEP_IDS, (at + 1) * STEP_IDS),
  );
}

/**
 * Includes other users' forks of the user's messages. `claimed`: ids for executions without a row, which users
 * share.
 */
export async function listUserWorkflowIds(
  db: Database,
  user: string,
): Promise<{ conversations: string[]; executions: string[]; claimed: string[] }> {
  const owned = await findOwned(db, user);
  const conversations = await db
    .selectFrom('conversation')
    .select('workflow_id')
    .distinct()
    .where(belongsTo('conversation', owned))
    .execute();
  const executions = await db
    .selectFrom('execution')
    .select('workflow_id')
    .where(belongsTo('execution', owned))
    .orderBy('id')
    .execute();
  const { rows: claims } = await sql<{ id: string }>`
    select claim.id from ${claimedIds(user)} claim (id)
    where not exists (select from execution where workflow_id = claim.id) order by claim.id`.execute(db);
  return {
    conversations: conversations.map((row) => row.workflow_id),
    executions: executions.map((row) => row.workflow_id),
    claimed: claims.map(({ id }) => id),
  };
}

/** Executions that a client without a user started for the user. */
function claimedIds(user: string): RawBuilder<unknown> {
  return sql`(select substr(key, length('execution:') + 1) from request_key
    where user_id = ${user} and starts_with(key, 'execution:execution/'))`;
}

export async function listForksOfOthers(
  db: Database,
  user: string,
): Promise<{ workflowId: string; user: string }[]> {
  return db
    .selectFrom('conversation')
    .select(['workflow_id as workflowId', 'user_id as user'])
    .distinct()
    .where(belongsTo('conversation', await findOwned(db, user)))
    .where('user_id', '<>', user)
    .orderBy('workflow_id')
    .execute();
}

interface Owned {
  user: string;
  conversations: readonly number[];
  executions: readonly number[];
}

/** Newest first, because forks and threads are newer than their source. */
async function findOwned(db: Database, user: string): Promise<Owned> {
  const { rows } = await sql<{ id: number }>`
    with recursive gone as (
      select id from conversation where user_id = ${user}
      union
      select next.id from gone cross join lateral (
        select id from conversation where forked_from = gone.id
        union all
        select id from conversation where parent_id = gone.id
      ) next
    )
    select id from gone order by id desc`.execute(db);
  const conversations = rows.map(({ id }) => id);
  const found = await sql<{ id: number }>`
    select id from execution where user_id = ${user}
    union
    select unnest(${selectExecutionIds(conversations)})
    order by id desc`.execute(db);
  return { user, conversations, executions: found.rows.map(({ id }) => id) };
}

async function deleteStep(
  trx: DatabaseTransaction,
  tables: readonly StepTable[],
  owned: Owned,
): Promise<{ rows: UserRows; isLast: boolean }> {
  const { conversations, executions } = owned;
  if (conversations.length > 0) await lockConversations(trx, conversations);
  await sql`select from execution where id = any(${[...executions]}::bigint[]) order by id for update`.execute(
    trx,
  );
  const rows: Partial<Record<StepTable, number>> = {};
  let limit = STEP_ROWS;
  for (const table of tables) {
    const deleted =
      table === 'flow_version'
        ? await removeDrafts(trx, owned.user)
        : await deleteSome(trx, table, { owned, limit });
    rows[table] = deleted;
    limit -= deleted;
    if (limit <= 0) break;
  }
  return { rows: { ...NO_ROWS, ...rows }, isLast: limit > 0 };
}

async function deleteSome(
  trx: DatabaseTransaction,
  table: StepTable,
  { owned, limit }: { owned: Owned; limit: number },
): Promise<number> {
  const belongs = belongsTo(table, owned);
  // Row addresses are unique only per partition. One statement deletes a fork together with its source.
  const some =
    table === 'conversation'
      ? belongs
      : sql`ctid = any(array(select ctid from ${sql.table(table)} where ${belongs} limit ${limit})) and ${belongs}`;
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${some}`.execute(trx);
  return Number(numAffectedRows);
}

async function forEachTable(
  tables: readonly UserTable[],
  work: (table: UserTable) => Promise<number>,
): Promise<UserRows> {
  const counts: Record<UserTable, number> = { ...NO_ROWS };
  for (const table of tables) counts[table] = await work(table);
  return counts;
}

function belongsTo(table: StepTable, { user, conversations, executions }: Owned): RawBuilder<boolean> {
  const areConversations = sql`= any(${[...conversations]}::bigint[])`;
  const areExecutions = sql`= any(${[...executions]}::bigint[])`;
  switch (table) {
    case 'memory':
    case 'api_key':
    case 'upload':
    case 'request_key':
    case 'given_item':
    case 'given_metadata':
      return sql`user_id = ${user}`;
    case 'flow_version':
      return matchDrafts(user);
    case 'conversation':
      return sql`id ${areConversations}`;
    case 'attachment':
    case 'turn':
    case 'conversation_message':
    case 'passage_embedding':
    case 'passage':
    case 'standing_statement':
    case 'summary_fact':
    case 'summary':
    case 'branch':
      return sql`conversation_id ${areConversations}`;
    case 'execution':
      return sql`id ${areExecutions}`;
    case 'stored_text':
      // The conversation or execution may have no row, so its Workflow ID is parsed. A union, because with `or`,
      // Postgres would scan the table.
      return sql`id = any(array(
        select id from stored_text where split_part(split_part(workflow_id, '/', 3), ':', 1) = ${encodeURIComponent(user)}
          and (split_part(workflow_id, '/', 1) = 'conversation' or strpos(split_part(workflow_id, '/', 3), ':') > 0)
        union all select id from stored_text where workflow_id = any(array${claimedIds(user)})
        union all select id from stored_text
          where workflow_id = any(array(select workflow_id from conversation where id ${areConversations}))))`;
    default:
      return sql`execution_id ${areExecutions}`;
  }
}
