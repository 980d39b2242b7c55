import { sql } from 'kysely';
import type { Abilities } from '../../flow/needs/abilities.js';
import type { SchemaHashes } from '../../flow/needs/schema-hashes.js';
import type { Database } from '../database.js';

/** A worker that misses heartbeats for this long counts as dead. Workers beat every 15 seconds. */
export const LIVE = sql`interval '45 seconds'`;

/** How a worker identifies itself to the others. */
export interface WorkerIdentity {
  /** Unique to the process. */
  readonly id: string;
  /** Its identity in Temporal, as `4711@host`. */
  readonly name: string;
  /** Its deployment version; absent: the worker is unversioned. */
  readonly deployment?: string | undefined;
}

/** A worker whose last heartbeat is recent. */
export interface LiveWorker extends Announcement {
  readonly id: string;
  readonly name: string;
  readonly deployment: string | null;
  readonly schemas: SchemaHashes;
}

/** The abilities of a worker, and the versions of the flows that its project defines. */
export interface Announcement extends Abilities {
  readonly flows: Readonly<Record<string, number>>;
  /** Default: none. */
  readonly schemas?: SchemaHashes | undefined;
}

/** Stores what a worker has, and that it is alive. */
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

/** Removes a worker that stops, and those that have been dead for a day. */
export async function removeWorker(db: Database, id: string): Promise<void> {
  await db
    .deleteFrom('worker')
    .where((eb) => eb.or([eb('id', '=', id), eb('seen_at', '<', sql<Date>`now() - interval '1 day'`)]))
    .execute();
}

/** Lists the workers that are alive, of one Task Queue or of all, the oldest first. */
export async function listLiveWorkers(db: Database, taskQueue?: string): Promise<LiveWorker[]> {
  return db
    .selectFrom('worker')
    .select(['id', 'name', 'deployment', 'tools', 'node_kinds as kinds', 'models', 'flows', 'schemas'])
    .$if(taskQueue !== undefined, (query) => query.where('task_queue', '=', taskQueue ?? ''))
    .where('seen_at', '>', sql<Date>`clock_timestamp() - ${LIVE}`)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}
