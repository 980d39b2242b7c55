import { sql, type RawBuilder } from 'kysely';
import type { UserLimit, UserLimits } from '../protocol/user-limits.js';
import type { Database } from './database.js';

/**
 * Locks the user's quota, so that later counts are exact. A subquery, because Postgres runs it before it
 * locks rows.
 */
export function holdingPlaces({ user, limit }: { user: string; limit: UserLimit }): RawBuilder<boolean> {
  const key = `${limit} ${user}`;
  return sql<boolean>`(select pg_advisory_xact_lock(hashtextextended(${key}, 0))::text) is not null`;
}

export function countOpenExecutions(user: string): RawBuilder<number> {
  return sql`
    select count(*)::integer from execution
    where user_id = ${user} and finished_at is null and conversation_id is null and parent_id is null`;
}

export async function readUserLimits(db: Database, taskQueue: string): Promise<UserLimits | undefined> {
  const row = await db
    .selectFrom('worker_setting')
    .select('user_limits')
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  return row?.user_limits;
}

export async function findExecutionLimit(
  db: Database,
  { taskQueue, user }: { taskQueue: string; user: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ value: number }>`
    select value from worker_setting, lateral (select (user_limits ->> 'executions')::integer as value) as at_most
    where task_queue = ${taskQueue} and value <= (${countOpenExecutions(user)})`.execute(db);
  return rows[0]?.value;
}
