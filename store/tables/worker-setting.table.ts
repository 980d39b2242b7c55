import type { ColumnType, JSONColumnType } from 'kysely';
import type { UserLimits } from '../../protocol/user-limits.js';

/** The last worker to start wins. */
export interface WorkerSettingTable {
  task_queue: string;
  user_limits: JSONColumnType<UserLimits>;
  key_ids: string[];
  /** A server's tools are one pattern. */
  tools: string[];
  /** Custom kinds. */
  node_kinds: string[];
  /** The part before a model id's colon. Null: providers are not checked. */
  model_providers: string[] | null;
  updated_at: ColumnType<Date, never, Date>;
}
