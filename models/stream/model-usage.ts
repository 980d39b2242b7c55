import type { LanguageModelV3Usage } from '@ai-sdk/provider';

/** The tokens that a call used, as the provider counts them; figures that it did not give are 0. */
export interface ModelUsage {
  /** All input, read from and written to a cache included. */
  readonly inputTokens: number;
  /** All output, reasoning included. */
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

/** The usage of several calls together, under the model of the last one. */
export interface AttributedUsage extends Partial<Record<keyof ModelUsage, number | null>> {
  readonly model: string;
}

/** The provider's figures as plain numbers; missing, null or senseless ones are zeros and never fail a call. */
export function toModelUsage(usage: LanguageModelV3Usage | null | undefined): ModelUsage {
  return {
    inputTokens: orZero(usage?.inputTokens?.total),
    outputTokens: orZero(usage?.outputTokens?.total),
    cacheReadTokens: orZero(usage?.inputTokens?.cacheRead),
    cacheWriteTokens: orZero(usage?.inputTokens?.cacheWrite),
    reasoningTokens: orZero(usage?.outputTokens?.reasoning),
  };
}

/** Adds a later usage to an earlier one: figures are summed (missing ones as 0), the later model's name stays. */
export function mergeUsage(earlier: AttributedUsage, later: AttributedUsage): ModelUsage & { model: string } {
  const sum = (key: keyof ModelUsage) => orZero(earlier[key]) + orZero(later[key]);
  return {
    model: later.model,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cacheReadTokens: sum('cacheReadTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
    reasoningTokens: sum('reasoningTokens'),
  };
}

function orZero(figure: number | null | undefined): number {
  return typeof figure === 'number' && Number.isFinite(figure) && figure > 0
    ? Math.min(Math.round(figure), MAX_FIGURE)
    : 0;
}

/** Postgres integers end here. A provider that claims more is wrong, but its answer is kept. */
const MAX_FIGURE = 2_147_483_647;
