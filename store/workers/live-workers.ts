import { sql } from 'kysely';
import type { Abilities } from '../../flow/needs/abilities.js';
import type { SchemaHashes } from '../../flow/needs/schema-hashes.js';
import type { Database } from '../database.js';

/** Three missed heartbeats, one every 15 seconds. */
export const LIVE = sql`interval '45 seconds'`;

export interface WorkerIdentity {
  readonly id: string;
  readonly name: string;
  readonly deployment?: string | undefined;
}

export interface LiveWorker extends Announcement {
  readonly id: string;
  readonly name: string;
  readonly deployment: string | null;
  readonly schemas: SchemaHashes;
}

export interface Announcement extends Abilities {
  readonly flows: Readonly<Record<string, number>>;
  readonly schemas?: SchemaHashes | undefined;
}

export async function announceWorker(
  db: Database,
  worker: WorkerIdentity & Announcement & { taskQueue: string },
): Promise<void> {
  const { id, name, deployment = null, taskQueue } = worker;
  const has = {
    tools: [...worker.tools],
    node_kinds: [...worker.kinds],
    models: [...worker.models],
    flows: JSON.stringify(worker.flows),
    schemas: JSON.stringify(worker.schemas ?? { tools: {}, kinds: {} }),
  };
  await db
    .insertInto('worker')
    .values({ id, name, deployment, task_queue: taskQueue, ...has })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...has, seen_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

/** Also removes workers dead for a day. */
export async function removeWorker(db: Database, id: string): Promise<void> {
  await db
    .deleteFrom('worker')
    .where((eb) => eb.or([eb('id', '=', id), eb('seen_at', '<', sql<Date>`now() - interval '1 day'`)]))
    .execute();
}

/** A worker for one provider's Task Queue has no node kinds. */
export const RUNS_FLOWS = sql<boolean>`cardinality(node_kinds) > 0`;

/** After missed heartbeats, two workers may do the periodic work at once. */
export async function isOldestWorker(
  db: Database,
  { taskQueue, id }: { taskQueue: string; id: string },
): Promise<boolean> {
  const oldest = await db
    .selectFrom('worker')
    .select('id')
    .where('task_queue', '=', taskQueue)
    .where(RUNS_FLOWS)
    .where('seen_at', '>', sql<Date>`clock_timestamp() - ${LIVE}`)
    .orderBy('started_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return oldest?.id === id;
}

/** A row whose Task Queue has no live worker belongs to all workers. */
export function isOwnOrOrphaned(table: 'conversation' | 'execution', taskQueue: string | undefined) {
  const own = sql.ref(`${table}.task_queue`);
  if (taskQueue === undefined) return sql<boolean>`true`;
  return sql<boolean>`(${own} is null or ${own} = ${taskQueue} or ${own} not in (
    select task_queue from worker where ${RUNS_FLOWS} and seen_at > clock_timestamp() - ${LIVE}))`;
}

/** Includes workers that serve a single provider. */
export async function listLiveNames(db: Database): Promise<string[]> {
  const workers = await db
    .selectFrom('worker')
    .select('name')
    .where('seen_at', '>', sql<Date>`clock_timestamp() - ${LIVE}`)
    .execute();
  return workers.map(({ name }) => name);
}

export async function listLiveWorkers(db: Database, taskQueue?: string): Promise<LiveWorker[]> {
  return db
    .selectFrom('worker')
    .select(['id', 'name', 'deployment', 'tools', 'node_kinds as kinds', 'models', 'flows', 'schemas'])
    .where(RUNS_FLOWS)
    .$if(taskQueue !== undefined, (query) => query.where('task_queue', '=', taskQueue ?? ''))
    .where('seen_at', '>', sql<Date>`clock_timestamp() - ${LIVE}`)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}
