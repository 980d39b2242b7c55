import type { ModelResponse } from '../../../models/stream/read-stream.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import type { RunningCall } from './running-call.js';
import type { Said } from './stream-writer.js';

/**
 * Makes an answer of the text that a model had said when we ended it. The provider tells no usage of it, so the tokens are
 * our own count.
 */
export function endedAnswer(call: RunningCall, said: Said): ModelResponse {
  const { systemTokens, toolTokens, tokens } = call.manifest;
  const { tokenFactor } = lookUpModel(call.model);
  const count = (text: string): number => Math.ceil(countTextTokens(text) * tokenFactor);
  const reasoningTokens = count(said.thinking) + count(said.reasoning);
  return {
    content: said.reasoning === '' ? [] : [{ type: 'reasoning', text: said.reasoning }],
    toolCalls: [],
    usage: {
      inputTokens: systemTokens + toolTokens + tokens,
      outputTokens: count(said.visible) + count(said.meta) + reasoningTokens,
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
