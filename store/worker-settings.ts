import { sql } from 'kysely';
import type { UserLimits } from '../protocol/user-limits.js';
import type { Database } from './database.js';
import { listLiveWorkers } from './workers/live-workers.js';

export interface RegisteredNames {
  tools: readonly string[];
  customKinds: readonly string[];
  providers?: readonly string[];
}

/** The settings of the worker that started last apply. */
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
    model_providers: registered.providers ? [...registered.providers] : null,
  };
  await db
    .insertInto('worker_setting')
    .values({ task_queue: taskQueue, ...values })
    .onConflict((conflict) =>
      conflict.column('task_queue').doUpdateSet({ ...values, updated_at: new Date() }),
    )
    .execute();
}

export async function readWorkerKeyIds(db: Database, taskQueue: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('worker_setting')
    .select('key_ids')
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  return row?.key_ids ?? [];
}

export async function readRegisteredNames(
  db: Database,
  taskQueue: string,
): Promise<RegisteredNames | undefined> {
  const last = await db
    .selectFrom('worker_setting')
    .select(['tools', 'node_kinds as customKinds', 'model_providers as providers'])
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  if (!last) return undefined;
  const { providers, ...names } = last;
  const live = await listLiveWorkers(db, taskQueue);
  const called = live.flatMap(({ models }) => models.map((model) => model.replace(/:\*$/, '')));
  return {
    ...(live.length === 0
      ? names
      : {
          tools: unique(live.flatMap(({ tools }) => tools)),
          customKinds: unique(live.flatMap(({ kinds }) => kinds.filter((kind) => kind.includes(':')))),
        }),
    // Adds the providers that were called, because workers announce only those with a key.
    ...(providers !== null && { providers: unique([...providers, ...called]) }),
  };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Workers scan every 30 seconds. After a longer gap, no worker was running. */
const GAP = sql`interval '2 minutes'`;

/**
 * Returns false if all executions were scanned within a day and some worker has scanned since. Otherwise each
 * oldest worker of a rolling deploy would scan all.
 */
export async function mustScanAll(db: Database, taskQueue: string, startedAt: Date): Promise<boolean> {
  const row = await db
    .selectFrom('worker_setting')
    .select('task_queue')
    .where('task_queue', '=', taskQueue)
    .where('scanned_all_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('scanned_at', '>', sql<Date>`${startedAt}::timestamptz - ${GAP}`)
    .executeTakeFirst();
  return row === undefined;
}

export async function storeScan(
  db: Database,
  taskQueue: string,
  { isOfAll }: { isOfAll: boolean },
): Promise<void> {
  const now = sql<Date>`now()`;
  await db
    .updateTable('worker_setting')
    .set({ scanned_at: now, ...(isOfAll && { scanned_all_at: now }) })
    .where('task_queue', '=', taskQueue)
    .execute();
}
