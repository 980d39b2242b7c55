import { stepBase } from '../../flow/execution/step-blocks.js';
import type { Database } from '../database.js';
import { endNodeOutput, insertNodeOutput, type NewNodeOutput } from './node-outputs.js';

/** A node's end with a text that others see: the one message it adds to the execution. */
interface SpokenNode extends Omit<NewNodeOutput, 'status' | 'answerStep'> {
  text: string;
  /** What the message costs when it is sent. */
  tokens: number;
}

/**
 * Stores that a node succeeded, its output and its message, all or nothing. False: it had ended before, and what is
 * there stays.
 */
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
        node_id: node.nodeId,
        role: 'assistant',
        content: JSON.stringify([{ type: 'text', text }]),
        token_count: tokens,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return isNew;
  });
}
