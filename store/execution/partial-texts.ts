import type { AssistantParts } from '../../context/message/trace-content.js';
import type { DatabaseTransaction } from '../database.js';

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
      'stream_chunk.reasoning_offset',
      'stream_chunk.reasoning',
      'model_call.attempt as latest',
    ])
    .execute();
  const steps = new Map<number, { text: string; reasoning: string }>();
  const inOrder = chunks.sort(
    (a, b) => a.start_offset - b.start_offset || a.reasoning_offset - b.reasoning_offset,
  );
  for (const chunk of inOrder) {
    if (chunk.attempt !== chunk.latest) continue;
    const text = (steps.get(chunk.step)?.text ?? '') + chunk.content;
    const reasoning = (steps.get(chunk.step)?.reasoning ?? '') + chunk.reasoning;
    steps.set(chunk.step, { text, reasoning });
  }
  for (const [step, { text, reasoning }] of steps)
    await trx
      .insertInto('trace_message')
      .values({
        execution_id: executionId,
        step,
        ordinal: 0,
        content: JSON.stringify(toContent({ text, reasoning })),
        token_count: countTokens(text),
        hygiene_tokens: reasoning === '' ? 0 : countTokens(reasoning),
        is_partial: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function toContent({ text, reasoning }: { text: string; reasoning: string }): AssistantParts {
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ];
}
