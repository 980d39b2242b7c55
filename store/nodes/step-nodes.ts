import type { Database } from '../database.js';

/** Which nodes said something at these steps of an execution (row id); steps without a message are missing. */
export async function loadStepNodes(
  db: Database,
  { executionId, steps }: { executionId: number; steps: readonly number[] },
): Promise<Map<number, string>> {
  if (steps.length === 0) return new Map();
  const rows = await db
    .selectFrom('trace_message')
    .select(['step', 'node_id as nodeId'])
    .where('execution_id', '=', executionId)
    .where('step', 'in', [...new Set(steps)])
    .where('ordinal', '=', 0)
    .execute();
  return new Map(rows.map(({ step, nodeId }) => [step, nodeId]));
}
