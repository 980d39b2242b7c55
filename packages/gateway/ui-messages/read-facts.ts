import type { Threadline } from '../../../client/threadline.js';
import type { AnswerMetadata } from './ui-chunk.js';

/** Includes sub-executions. Empty if the answer never began. */
export async function readFacts(
  { executions }: Threadline,
  executionId: string,
): Promise<Pick<AnswerMetadata, 'model' | 'usage' | 'cost' | 'unpricedCalls'>> {
  try {
    const { inputTokens, outputTokens, cost, unpricedCalls } = await executions.get(executionId);
    const model = (await executions.calls(executionId)).at(-1)?.model;
    const facts = { model, usage: { inputTokens, outputTokens }, cost };
    return unpricedCalls > 0 ? { ...facts, unpricedCalls } : facts;
  } catch {
    // Ignored, because an answer is complete without these facts.
    return {};
  }
}
