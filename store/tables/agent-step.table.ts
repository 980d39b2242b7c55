import type { Generated } from 'kysely';
import type { QueueName } from '../../protocol/step-queues.js';

export interface AgentStepTable {
  execution_id: number;
  /** Ordinal of the node's run in its execution. */
  run: number;
  queue: QueueName;
  /** Place in the queue, from 1. In `todo`, 0 is the run's own question. */
  ordinal: number;
  /** An instruction with its templates filled in. Null: the step is a tool call, or the run's own question. */
  content: string | null;
  /** It is sent with the run's next model call, not done after its answer. */
  joins: Generated<boolean>;
  /** Its first step in the trace; null: it has not begun. */
  begun_step: number | null;
  /** The step of the trace that answers it; null: none does by itself, or none yet. */
  answer_step: number | null;
  created_at: Generated<Date>;
}
