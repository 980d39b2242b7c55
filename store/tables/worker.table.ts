import type { ColumnType, Generated } from 'kysely';

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
  /** The models named by stored flows that it can call. */
  models: string[];
  started_at: ColumnType<Date, never, never>;
  /** Its last heartbeat. */
  seen_at: Generated<Date>;
}
