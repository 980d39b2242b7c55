import type { JsonObject } from '../../http/json.js';
import type { ReplyUsage } from '../../replies/usage.js';

/** Anthropic's `input_tokens` exclude cache reads and writes. */
export function inputUsage(usage: ReplyUsage): JsonObject {
  const cached = usage.cachedInputTokens + usage.cacheWriteTokens;
  return {
    input_tokens: Math.max(0, usage.inputTokens - cached),
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cachedInputTokens,
  };
}

export function toAnthropicUsage(usage: ReplyUsage): JsonObject {
  return {
    ...inputUsage(usage),
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
  };
}
