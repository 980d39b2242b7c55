import type { Threadline } from '../../../client/threadline.js';
import type { ChatUsage, FinishReason } from './chat/chat-completion.js';

export async function readEnd(
  { executions }: Pick<Threadline, 'executions'>,
  executionId: string,
): Promise<{ reason: FinishReason; usage: ChatUsage }> {
  const { inputTokens, outputTokens, finishReason } = await executions.get(executionId);
  return {
    reason: finishReason === 'content-filter' ? 'content_filter' : (finishReason ?? 'stop'),
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}
