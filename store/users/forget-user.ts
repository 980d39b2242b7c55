import { sql } from 'kysely';
import { addAuditEntry, type AuditActor } from '../audit/audit-log.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { matchDrafts, removeDrafts } from '../flows/remove-drafts.js';

/** In the order in which they can be emptied. */
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
] as const;
type UserTable = (typeof USER_TABLES)[number];
export type UserRows = Readonly<Record<UserTable, number>>;

export async function countUserRows(db: Database, user: string): Promise<UserRows> {
  return db.transaction().execute(async (trx) =>
    forEachTable(async (table) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)} where ${belongsTo(table, user)}`.execute(
        trx,
      );
      return rows[0]?.count ?? 0;
    }),
  );
}

// `forEachTable` has the same keys.
export const NO_ROWS = Object.fromEntries(USER_TABLES.map((table) => [table, 0])) as UserRows;

export function addRows(one: UserRows, other: UserRows): UserRows {
  // As `NO_ROWS`.
  return Object.fromEntries(USER_TABLES.map((table) => [table, one[table] + other[table]])) as UserRows;
}

/** Atomic and idempotent. Keeps the user's audit entries and adds one, unless `by` is absent. */
export async function forgetUser(db: Database, user: string, by: AuditActor | undefined): Promise<UserRows> {
  return db.transaction().execute(async (trx) => {
    const rows = await deleteRows(trx, user);
    if (by === undefined) return rows;
    await addAuditEntry(trx, {
      ...by,
      action: 'forget',
      target: `user/${user}`,
      owner: user,
      outcome: 'done',
    });
    return rows;
  });
}

/** Includes closed conversations, and others' forks, which contain the user's messages. */
export async function listUserWorkflowIds(
  db: Database,
  user: string,
): Promise<{ conversations: string[]; executions: string[] }> {
  const conversations = await db
    .selectFrom('conversation')
    .select('workflow_id')
    .distinct()
    .where(belongsTo('conversation', user))
    .execute();
  const executions = await db
    .selectFrom('execution')
    .select('workflow_id')
    .where(belongsTo('execution', user))
    .orderBy('id')
    .execute();
  return {
    conversations: conversations.map((row) => row.workflow_id),
    executions: executions.map((row) => row.workflow_id),
  };
}

export async function listForksOfOthers(
  db: Database,
  user: string,
): Promise<{ workflowId: string; user: string }[]> {
  return db
    .selectFrom('conversation')
    .select(['workflow_id as workflowId', 'user_id as user'])
    .distinct()
    .where(belongsTo('conversation', user))
    .where('user_id', '<>', user)
    .orderBy('workflow_id')
    .execute();
}

async function deleteRows(trx: DatabaseTransaction, user: string): Promise<UserRows> {
  return forEachTable(async (table) => {
    if (table === 'flow_version') return removeDrafts(trx, user);
    const result = await sql`delete from ${sql.table(table)} where ${belongsTo(table, user)}`.execute(trx);
    return Number(result.numAffectedRows ?? 0n);
  });
}

async function forEachTable(work: (table: UserTable) => Promise<number>): Promise<UserRows> {
  const counts: [UserTable, number][] = [];
  for (const table of USER_TABLES) counts.push([table, await work(table)]);
  // `counts` has one entry per table.
  return Object.fromEntries(counts) as UserRows;
}

function belongsTo(table: UserTable, user: string) {
  const conversations = sql`(
    with recursive gone as (
      select id from conversation where user_id = ${user}
      union
      select next.id from gone join conversation next on next.forked_from = gone.id or next.parent_id = gone.id
    )
    select id from gone)`;
  const owned = sql<boolean>`(user_id = ${user} or conversation_id in ${conversations}
    or root_id in (select id from execution where conversation_id in ${conversations}))`;
  switch (table) {
    case 'memory':
    case 'api_key':
    case 'upload':
    case 'request_key':
    case 'given_item':
    case 'given_metadata':
      return sql<boolean>`user_id = ${user}`;
    case 'flow_version':
      return matchDrafts(user);
    case 'conversation':
      return sql<boolean>`id in ${conversations}`;
    case 'attachment':
    case 'turn':
    case 'conversation_message':
      return sql<boolean>`conversation_id in ${conversations}`;
    case 'execution':
      return owned;
    case 'stored_text':
      // A text may wait for a conversation without a row, so parse the user from the Workflow ID.
      return sql<boolean>`(split_part(workflow_id, '/', 1) = 'conversation'
        and split_part(workflow_id, '/', 3) = ${encodeURIComponent(user)}
        or workflow_id in (select workflow_id from conversation where id in ${conversations}))`;
    default:
      return sql<boolean>`execution_id in (select id from execution where ${owned})`;
  }
}
