import type { Generated } from 'kysely';
import type { QueueName } from '../../protocol/queued-steps.js';

export interface AgentStepTable {
  execution_id: number;
  run: number;
  queue: QueueName;
  /** From 1. In `todo`, 0 is the run's own question. */
  ordinal: number;
  content: string | null;
  /** Sent with the run's next model call, not after its answer. */
  joins: Generated<boolean>;
  begun_step: number | null;
  answer_step: number | null;
  created_at: Generated<Date>;
}
