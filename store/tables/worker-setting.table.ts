import type { ColumnType, JSONColumnType } from 'kysely';
import type { UserLimits } from '../../protocol/user-limits.js';

/** The settings that the last worker of a Task Queue started with. */
export interface WorkerSettingTable {
  task_queue: string;
  user_limits: JSONColumnType<UserLimits>;
  /** Ids of the keys that it encrypts with; none: it does not. */
  key_ids: string[];
  /** Names of its tools, those of a server as one pattern; null: a version of before stored the row. */
  tools: string[] | null;
  /** The kinds of nodes that its project brings; null: as of `tools`. */
  node_kinds: string[] | null;
  /** Providers of models, as they stand before the colon of a model's id; null: as of `tools`. */
  model_providers: string[] | null;
  updated_at: ColumnType<Date, never, Date>;
}
