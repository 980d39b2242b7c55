import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { RetentionRules } from '../../protocol/retention.js';

/** The rules that the last worker of a Task Queue started with. */
export interface RetentionRuleTable {
  task_queue: string;
  rules: JSONColumnType<RetentionRules>;
  updated_at: ColumnType<Date, never, Date>;
}

/** One run that removed what was due, and how much. */
export interface RetentionRunTable {
  run_id: string;
  task_queue: string;
  conversations: Generated<number>;
  executions: Generated<number>;
  artifacts: Generated<number>;
  traces: Generated<number>;
  started_at: Generated<Date>;
  /** Null: it is at work, or died. */
  finished_at: Date | null;
}
