import { stepBase } from '../../flow/execution/step-blocks.js';
import type { Database } from '../database.js';
import { endNodeOutput, insertNodeOutput, type NewNodeOutput } from './node-outputs.js';

interface SpokenNode extends Omit<NewNodeOutput, 'status' | 'answerStep'> {
  text: string;
  tokens: number;
}

export async function storeSpokenNode(db: Database, { text, tokens, ...node }: SpokenNode): Promise<boolean> {
  const step = stepBase(node.run) + 1;
  return db.transaction().execute(async (trx) => {
    const isNew = await insertNodeOutput(trx, { ...node, status: 'success', answerStep: step });
    if (!isNew) await endNodeOutput(trx, { ...node, status: 'success', answerStep: step });
    await trx
      .insertInto('trace_message')
      .values({
        execution_id: node.executionId,
        step,
        ordinal: 0,
        content: JSON.stringify([{ type: 'text', text }]),
        token_count: tokens,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return isNew;
  });
}
