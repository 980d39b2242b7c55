import type { UserLimits } from '../protocol/user-limits.js';
import type { Database } from './database.js';

/** Stores the settings of the workers of a Task Queue, for those who ask: the last one that starts says. */
export async function storeWorkerSettings(
  db: Database,
  { taskQueue, limits, keyIds = [] }: { taskQueue: string; limits: UserLimits; keyIds?: readonly string[] },
): Promise<void> {
  const values = { user_limits: JSON.stringify(limits), key_ids: [...keyIds] };
  await db
    .insertInto('worker_setting')
    .values({ task_queue: taskQueue, ...values })
    .onConflict((conflict) =>
      conflict.column('task_queue').doUpdateSet({ ...values, updated_at: new Date() }),
    )
    .execute();
}

/** Reads the ids of the keys that the workers of a Task Queue encrypt with; none: they do not, or none has started. */
export async function readWorkerKeyIds(db: Database, taskQueue: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('worker_setting')
    .select('key_ids')
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  return row?.key_ids ?? [];
}
