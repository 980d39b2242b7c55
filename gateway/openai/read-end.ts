import type { Threadline } from '../../client/connect.js';
import type { ChatUsage, FinishReason } from './chat/chat-completion.js';

/** Why an answer ended, and what it took, that of all below it too. */
export async function readEnd(
  { executions }: Pick<Threadline, 'executions'>,
  executionId: string,
): Promise<{ reason: FinishReason; usage: ChatUsage }> {
  const [{ inputTokens, outputTokens }, calls] = await Promise.all([
    executions.get(executionId),
    executions.calls(executionId),
  ]);
  return {
    reason: calls.at(-1)?.finishReason === 'length' ? 'length' : 'stop',
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}
