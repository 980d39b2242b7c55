import type { ColumnType, JSONColumnType } from 'kysely';
import type { UserLimits } from '../../protocol/user-limits.js';

/** The last worker to start wins. */
export interface WorkerSettingTable {
  task_queue: string;
  user_limits: JSONColumnType<UserLimits>;
  key_ids: string[];
  /** A server's tools are one pattern. Null if stored by an older version. */
  tools: string[] | null;
  /** Custom kinds. Null as for `tools`. */
  node_kinds: string[] | null;
  /** The part before a model id's colon. Null as for `tools`. */
  model_providers: string[] | null;
  updated_at: ColumnType<Date, never, Date>;
}
