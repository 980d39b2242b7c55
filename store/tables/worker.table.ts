import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { SchemaHashes } from '../../flow/needs/schema-hashes.js';

/** A worker process, from its start until it stops. */
export interface WorkerTable {
  id: string;
  task_queue: string;
  /** Its identity in Temporal. */
  name: string;
  /** Its deployment version; null: the worker is unversioned. */
  deployment: string | null;
  /** Names of its tools, those of a server as one pattern. */
  tools: string[];
  /** Built-in and custom node kinds. */
  node_kinds: string[];
  /** The models that it can call, those of a provider as one pattern. */
  models: string[];
  /** The versions of the flows that its project defines, by slug. */
  flows: JSONColumnType<Record<string, number>, string, string>;
  /** Hashes of the schemas of its tools and custom node kinds. */
  schemas: JSONColumnType<SchemaHashes, string, string>;
  started_at: ColumnType<Date, never, never>;
  /** Its last heartbeat. */
  seen_at: Generated<Date>;
}
