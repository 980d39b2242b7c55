import { sql } from 'kysely';
import { addAuditEntry, type AuditActor } from '../audit/audit-log.js';
import type { Database, DatabaseTransaction } from '../database.js';

/** Tables with rows of a user, in the order in which they can be emptied. */
export const USER_TABLES = [
  'stream_chunk',
  'trace_message',
  'tool_call',
  'model_call',
  'execution',
  'conversation_message',
  'attachment',
  'turn',
  'conversation',
  'stored_text',
  'upload',
  'memory',
  'api_key',
] as const;
type UserTable = (typeof USER_TABLES)[number];
/** The number of rows in each table. */
export type UserRows = Readonly<Record<UserTable, number>>;

/** Counts the rows of a user. */
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

/**
 * Deletes all rows of a user, all or nothing, and returns their numbers. Deleting again deletes nothing. The audit log keeps what it
 * has, and says who did this.
 */
export async function forgetUser(db: Database, user: string, by: AuditActor): Promise<UserRows> {
  return db.transaction().execute(async (trx) => {
    const rows = await deleteRows(trx, user);
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

/** Lists the Workflow IDs of a user's conversations and executions, closed conversations included. */
export async function listUserWorkflowIds(
  db: Database,
  user: string,
): Promise<{ conversations: string[]; executions: string[] }> {
  const conversations = await db
    .selectFrom('conversation')
    .select('workflow_id')
    .distinct()
    .where('user_id', '=', user)
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

async function deleteRows(trx: DatabaseTransaction, user: string): Promise<UserRows> {
  return forEachTable(async (table) => {
    const result = await sql`delete from ${sql.table(table)} where ${belongsTo(table, user)}`.execute(trx);
    return Number(result.numAffectedRows ?? 0n);
  });
}

async function forEachTable(work: (table: UserTable) => Promise<number>): Promise<UserRows> {
  const counts: [UserTable, number][] = [];
  for (const table of USER_TABLES) counts.push([table, await work(table)]);
  // `counts` has one entry for each table.
  return Object.fromEntries(counts) as UserRows;
}

function belongsTo(table: UserTable, user: string) {
  const conversations = sql`(select id from conversation where user_id = ${user})`;
  const owned = sql<boolean>`(user_id = ${user} or conversation_id in ${conversations})`;
  switch (table) {
    case 'conversation':
    case 'memory':
    case 'api_key':
    case 'upload':
    case 'attachment':
      return sql<boolean>`user_id = ${user}`;
    case 'turn':
    case 'conversation_message':
      return sql<boolean>`conversation_id in ${conversations}`;
    case 'execution':
      return owned;
    case 'stored_text':
      // A text may wait for a conversation that has no row yet, so the user is read from its Workflow ID.
      return sql<boolean>`split_part(workflow_id, '/', 1) = 'conversation'
        and split_part(workflow_id, '/', 3) = ${encodeURIComponent(user)}`;
    default:
      return sql<boolean>`execution_id in (select id from execution where ${owned})`;
  }
}
