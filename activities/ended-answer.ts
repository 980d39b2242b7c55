import type { ModelResponse } from '../models/stream/read-stream.js';
import { countTextTokens } from '../models/counting/count-tokens.js';
import { lookUpModel } from '../models/facts/model-table.js';
import type { StreamedText } from './agent/call/stream-writer.js';

/** Estimates the usage of an answer that we ended early, because the provider reports none. */
export function endedAnswer(
  { model, inputTokens }: { model: string; inputTokens: number },
  streamed: Pick<StreamedText, 'visible' | 'meta' | 'thinking' | 'reasoning'>,
): ModelResponse {
  const { tokenFactor } = lookUpModel(model);
  const count = (text: string): number => Math.ceil(countTextTokens(text) * tokenFactor);
  const reasoningTokens = count(streamed.thinking) + count(streamed.reasoning);
  return {
    content: streamed.reasoning === '' ? [] : [{ type: 'reasoning', text: streamed.reasoning }],
    toolCalls: [],
    usage: {
      inputTokens,
      outputTokens: count(streamed.visible) + count(streamed.meta) + reasoningTokens,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens,
    },
    finishReason: 'stop',
    rawFinishReason: undefined,
    providerMetadata: undefined,
    responseId: undefined,
    responseModel: undefined,
    headers: {},
    warnings: [],
  };
}
