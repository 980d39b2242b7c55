import type { ColumnType, JSONColumnType } from 'kysely';
import type { UserLimits } from '../../protocol/user-limits.js';

/** The settings that the last worker of a Task Queue started with. */
export interface WorkerSettingTable {
  task_queue: string;
  user_limits: JSONColumnType<UserLimits>;
  updated_at: ColumnType<Date, never, Date>;
}
