import type { UserLimits } from '../protocol/user-limits.js';
import type { Database } from './database.js';

/** The names that flows may use, as a worker has registered them. */
export interface RegisteredNames {
  /** Those of a server as one pattern, `files__*`. */
  tools: readonly string[];
  /** As nodes name them: `custom:<name>`. */
  customKinds: readonly string[];
  /** Providers of models; absent where the worker is of an earlier version. */
  providers?: readonly string[];
}

/** Stores the settings of the workers of a Task Queue, for those who ask: the last one that starts says. */
export async function storeWorkerSettings(
  db: Database,
  {
    taskQueue,
    limits,
    keyIds = [],
    registered,
  }: {
    taskQueue: string;
    limits: UserLimits;
    keyIds?: readonly string[];
    registered: RegisteredNames;
  },
): Promise<void> {
  const values = {
    user_limits: JSON.stringify(limits),
    key_ids: [...keyIds],
    tools: [...registered.tools],
    node_kinds: [...registered.customKinds],
    model_providers: registered.providers === undefined ? null : [...registered.providers],
  };
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

/** Reads the names that the workers of a Task Queue have registered; undefined: no worker has said. */
export async function readRegisteredNames(
  db: Database,
  taskQueue: string,
): Promise<RegisteredNames | undefined> {
  const row = await db
    .selectFrom('worker_setting')
    .select(['tools', 'node_kinds', 'model_providers'])
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  if (row === undefined || row.tools === null || row.node_kinds === null) return undefined;
  const providers = row.model_providers;
  return { tools: row.tools, customKinds: row.node_kinds, ...(providers !== null && { providers }) };
}
