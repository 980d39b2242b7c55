import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { SchemaHashes } from '../../flow/needs/schema-hashes.js';

export interface WorkerTable {
  id: string;
  task_queue: string;
  name: string;
  deployment: string | null;
  /** One pattern stands for all tools of an MCP server. */
  tools: string[];
  node_kinds: string[];
  models: string[];
  flows: JSONColumnType<Record<string, number>, string, string>;
  schemas: JSONColumnType<SchemaHashes, string, string>;
  started_at: ColumnType<Date, never, never>;
  seen_at: Generated<Date>;
}
