import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import { MAX_INTEGER } from '../../protocol/limits.js';

export interface ModelUsage {
  /** Includes cache reads and writes. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

/** Invalid numbers become 0 and never fail a call. */
export function toModelUsage(usage: LanguageModelV3Usage | null | undefined): ModelUsage {
  return {
    inputTokens: orZero(usage?.inputTokens?.total),
    outputTokens: orZero(usage?.outputTokens?.total),
    cacheReadTokens: orZero(usage?.inputTokens?.cacheRead),
    cacheWriteTokens: orZero(usage?.inputTokens?.cacheWrite),
    reasoningTokens: orZero(usage?.outputTokens?.reasoning),
  };
}

function orZero(figure: number | null | undefined): number {
  return typeof figure === 'number' && Number.isFinite(figure) && figure > 0
    ? // Any provider may report more.
      Math.min(Math.round(figure), MAX_INTEGER)
    : 0;
}
