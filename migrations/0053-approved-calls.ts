import { sql, type Kysely } from 'kysely';

/**
 * The last approved call of a tool is found by its user, to be compared with the next one. The column's name is its own: workers of
 * the version before read `user_id` of a join.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approval add column asked_user_id text;
    update approval set asked_user_id = execution.user_id from execution
    where execution.id = approval.execution_id and approval.tool_name is not null and approval.status = 'confirmed';
    create index approval_confirmed_idx on approval (asked_user_id, tool_name, finished_at)
    where status = 'confirmed' and tool_name is not null and asked_user_id is not null`.execute(db);
}
