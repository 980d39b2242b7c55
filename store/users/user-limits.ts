import { sql, type RawBuilder } from 'kysely';
import type { UserLimit, UserLimits } from '../../protocol/user-limits.js';
import type { Database } from '../database.js';

/**
 * A condition that is always true, and holds a user's places under a limit until the transaction ends: whoever counts
 * them in a later statement counts alone. Made of an uncorrelated query, it is evaluated once, before any row is read
 * or locked, and also where there is no row; so all take this lock before those of rows.
 */
export function holdingPlaces({ user, limit }: { user: string; limit: UserLimit }): RawBuilder<boolean> {
  const key = `${limit} ${user}`;
  return sql<boolean>`(select pg_advisory_xact_lock(hashtextextended(${key}, 0))::text) is not null`;
}

/** A query that counts the turns of a user that have not ended. */
export function countOpenTurns(user: string): RawBuilder<number> {
  return sql`select count(*)::integer from turn where user_id = ${user} and status in ('queued', 'running')`;
}

/** A query that counts the executions of a user outside conversations that have not ended, without those below them. */
export function countOpenExecutions(user: string): RawBuilder<number> {
  return sql`
    select count(*)::integer from execution
    where user_id = ${user} and finished_at is null and conversation_id is null and parent_id is null`;
}

/** Reads the limits of the workers of a Task Queue. Undefined: no worker has started there. */
export async function readUserLimits(db: Database, taskQueue: string): Promise<UserLimits | undefined> {
  const row = await db
    .selectFrom('worker_setting')
    .select('user_limits')
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  return row?.user_limits;
}

/**
 * Looks whether a user has all the executions that the workers of a Task Queue let it have at once, and returns how many
 * these are. Undefined: there is room for one more, though somebody else may take it.
 */
export async function findExecutionLimit(
  db: Database,
  { taskQueue, user }: { taskQueue: string; user: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ value: number }>`
    select value from worker_setting, lateral (select (user_limits ->> 'executions')::integer as value) as at_most
    where task_queue = ${taskQueue} and value <= (${countOpenExecutions(user)})`.execute(db);
  return rows[0]?.value;
}
