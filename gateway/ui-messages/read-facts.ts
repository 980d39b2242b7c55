import type { Threadline } from '../../client/connect.js';
import type { AnswerMetadata } from './ui-chunk.js';

/** What an answer took: its model, tokens and cost, those of executions below it too. Nothing where it never began. */
export async function readFacts(
  { executions }: Threadline,
  executionId: string,
): Promise<Pick<AnswerMetadata, 'model' | 'usage' | 'cost'>> {
  try {
    const { inputTokens, outputTokens, cost } = await executions.get(executionId);
    const model = (await executions.calls(executionId)).at(-1)?.model;
    return { model, usage: { inputTokens, outputTokens }, cost };
  } catch {
    // An answer is whole without them.
    return {};
  }
}
