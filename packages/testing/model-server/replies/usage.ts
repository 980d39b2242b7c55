import type { ModelRequest } from '../request/model-request.js';

export interface ReplyUsage {
  /** Counts cached input, too. */
  readonly inputTokens: number;
  /** Counts reasoning, too. */
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  /** Counted by some formats only. */
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

const CHARACTERS_PER_TOKEN = 4;

/** Four characters per token, rounded up, unless the server counts the prompt. */
export function estimateUsage(input: {
  readonly request: ModelRequest;
  readonly answer: string;
  readonly reasoning: string;
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
