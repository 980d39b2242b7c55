import type { Database } from '../database.js';

/** An execution outside conversations that no other one started. */
export interface AloneExecution {
  executionId: number;
  flowSlug: string;
  flowVersion: number;
  /** The node whose model answered last in it; null: none did. */
  nodeId: string | null;
}

/** Finds such an execution by its Workflow ID. Undefined: there is none. */
export async function findAloneExecution(
  db: Database,
  workflowId: string,
): Promise<AloneExecution | undefined> {
  return db
    .selectFrom('execution')
    .select((eb) => [
      'id as executionId',
      'flow_slug as flowSlug',
      'flow_version as flowVersion',
      eb
        .selectFrom('model_call')
        .select('node_id')
        .whereRef('execution_id', '=', 'execution.id')
        .where('status', '=', 'completed')
        .where('purpose', '<>', 'compaction')
        .orderBy('step', 'desc')
        .limit(1)
        .as('nodeId'),
    ])
    .where('workflow_id', '=', workflowId)
    .where('conversation_id', 'is', null)
    .where('parent_id', 'is', null)
    .executeTakeFirst();
}
