import type { Database } from '../database.js';

export interface AloneExecution {
  executionId: number;
  flowSlug: string;
  flowVersion: number;
  nodeId: string | null;
}

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
