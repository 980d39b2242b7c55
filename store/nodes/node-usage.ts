import { countUnpriced, sumCost } from '../sum-cost.js';
import type { Database } from '../database.js';

export interface NodeUsage {
  executionId: number;
  nodeId: string;
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
  cost: string | null;
  unpricedCalls: number;
  firstCallAt: Date;
}

export async function loadNodeUsage(db: Database, executionIds: readonly number[]): Promise<NodeUsage[]> {
  const rows = await db
    .selectFrom('model_call')
    .select(({ fn }) => [
      'execution_id as executionId',
      'node_id as nodeId',
      fn.countAll<number>().filterWhere('purpose', '<>', 'placed').as('modelCalls'),
      fn.sum<number>('input_tokens').as('inputTokens'),
      fn.sum<number>('output_tokens').as('outputTokens'),
      sumCost().as('cost'),
      countUnpriced().as('unpricedCalls'),
      fn.min('created_at').as('firstCallAt'),
    ])
    .where('execution_id', 'in', executionIds)
    .groupBy(['execution_id', 'node_id'])
    .execute();
  return rows.map(({ modelCalls, inputTokens, outputTokens, ...row }) => ({
    ...row,
    modelCalls: Number(modelCalls),
    inputTokens: Number(inputTokens),
    outputTokens: Number(outputTokens),
  }));
}
