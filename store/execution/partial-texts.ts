import type { DatabaseTransaction } from '../database.js';

/**
 * Keeps the streamed text of calls that were running when their execution was terminated, each as a trace row
 * marked as partial, and deletes the chunks.
 */
export async function keepPartialTexts(
  trx: DatabaseTransaction,
  executionId: number,
  countTokens: (text: string) => number,
): Promise<void> {
  const chunks = await trx
    .deleteFrom('stream_chunk')
    .using('model_call')
    .whereRef('model_call.execution_id', '=', 'stream_chunk.execution_id')
    .whereRef('model_call.step', '=', 'stream_chunk.step')
    .where('stream_chunk.execution_id', '=', executionId)
    .returning([
      'stream_chunk.step',
      'stream_chunk.attempt',
      'stream_chunk.start_offset',
      'stream_chunk.content',
      'model_call.attempt as latest',
      'model_call.node_id',
    ])
    .execute();
  const steps = new Map<number, { nodeId: string; text: string }>();
  for (const chunk of chunks.sort((a, b) => a.start_offset - b.start_offset)) {
    if (chunk.attempt !== chunk.latest) continue;
    const text = (steps.get(chunk.step)?.text ?? '') + chunk.content;
    steps.set(chunk.step, { nodeId: chunk.node_id, text });
  }
  for (const [step, { nodeId, text }] of steps)
    await trx
      .insertInto('trace_message')
      .values({
        execution_id: executionId,
        step,
        ordinal: 0,
        node_id: nodeId,
        role: 'assistant',
        content: JSON.stringify([{ type: 'text', text }]),
        token_count: countTokens(text),
        is_partial: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
