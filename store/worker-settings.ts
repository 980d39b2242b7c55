import type { UserLimits } from '../protocol/user-limits.js';
import type { Database } from './database.js';

export interface RegisteredNames {
  /** A server's tools are one pattern, such as `files__*`. */
  tools: readonly string[];
  customKinds: readonly string[];
  /** Absent: providers are not checked. */
  providers?: readonly string[];
}

/** The last worker to start wins. */
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

/** Empty without encryption, or before any worker started. */
export async function readWorkerKeyIds(db: Database, taskQueue: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('worker_setting')
    .select('key_ids')
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  return row?.key_ids ?? [];
}

/** Undefined before any worker started. */
export async function readRegisteredNames(
  db: Database,
  taskQueue: string,
): Promise<RegisteredNames | undefined> {
  const row = await db
    .selectFrom('worker_setting')
    .select(['tools', 'node_kinds', 'model_providers'])
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { tools, node_kinds: customKinds, model_providers: providers } = row;
  return { tools, customKinds, ...(providers !== null && { providers }) };
}
