import type { ModelRequest } from '../request/model-request.js';

/** Token counts of an answer, in the terms all providers share. */
export interface ReplyUsage {
  /** All input tokens, cached ones included. */
  readonly inputTokens: number;
  /** All output tokens, reasoning included. */
  readonly outputTokens: number;
  /** Read from the provider's cache. */
  readonly cachedInputTokens: number;
  /** Written to the provider's cache, for formats that count it. */
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

const CHARACTERS_PER_TOKEN = 4;

/**
 * Usage made up from lengths, four characters a token, rounded up, unless the server counts the prompt: the same request
 * and answer count the same.
 */
export function estimateUsage(input: {
  readonly request: ModelRequest;
  readonly answer: string;
  readonly reasoning: string;
  /** Counts that replace the estimated ones. */
  readonly given?: Partial<ReplyUsage> | undefined;
}): ReplyUsage {
  const reasoningTokens = input.given?.reasoningTokens ?? tokensIn(input.reasoning);
  return {
    inputTokens: input.request.tokens ?? tokensIn(JSON.stringify(input.request.messages)),
    outputTokens: tokensIn(input.answer) + reasoningTokens,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    ...input.given,
    reasoningTokens,
  };
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
