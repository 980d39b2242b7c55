import type { Generated } from 'kysely';
import type { QueueName } from '../../protocol/queued-steps.js';

export interface AgentStepTable {
  execution_id: number;
  run: number;
  queue: QueueName;
  /** Counts from 1. In the queue `todo`, 0 is the run's question. */
  ordinal: number;
  content: string | null;
  /** If true, the step joins the run's next model call; if false, it waits for the call's answer. */
  joins: Generated<boolean>;
  begun_step: number | null;
  answer_step: number | null;
  created_at: Generated<Date>;
}
