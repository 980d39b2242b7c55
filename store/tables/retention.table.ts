import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { RetentionRules } from '../../protocol/retention.js';

export interface RetentionRuleTable {
  task_queue: string;
  rules: JSONColumnType<RetentionRules>;
  updated_at: ColumnType<Date, never, Date>;
}

export interface RetentionRunTable {
  run_id: string;
  task_queue: string;
  conversations: Generated<number>;
  executions: Generated<number>;
  artifacts: Generated<number>;
  traces: Generated<number>;
  started_at: Generated<Date>;
  finished_at: Date | null;
}
