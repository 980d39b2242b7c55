import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { UserLimits } from '../../protocol/user-limits.js';

export interface WorkerSettingTable {
  task_queue: string;
  user_limits: JSONColumnType<UserLimits>;
  key_ids: string[];
  tools: string[];
  node_kinds: string[];
  /** The providers, as prefixes of model ids. Null if unchecked. */
  model_providers: string[] | null;
  scanned_at: Generated<Date | null>;
  scanned_all_at: Generated<Date | null>;
  updated_at: ColumnType<Date, never, Date>;
}
