import type { ColumnType, JSONColumnType } from 'kysely';
import type { UserLimits } from '../../protocol/user-limits.js';

/** The settings that the last worker of a Task Queue started with. */
export interface WorkerSettingTable {
  task_queue: string;
  user_limits: JSONColumnType<UserLimits>;
  /** Ids of the keys that it encrypts with; none: it does not. */
  key_ids: string[];
  updated_at: ColumnType<Date, never, Date>;
}
