import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { TextWeights } from './text-weights.js';

export interface Counters {
  countText(text: string): number;
  countMessage(message: ModelMessage): number;
}

export interface ModelCounting {
  tokenFactor: number;
  factorSource: FactorSource;
  textWeights?: TextWeights | undefined;
  plain: Counters;
  weighMessage(message: ModelMessage): number;
}

/** `learned` comes from the provider's token counts. */
export const FACTOR_SOURCES = ['config', 'learned', 'table', 'assumed'] as const;
export type FactorSource = (typeof FACTOR_SOURCES)[number];

export function scaleCounters(plain: Counters, tokenFactor: number): Counters {
  if (tokenFactor === 1) return plain;
  return {
    countText: (text) => scaleTokens(plain.countText(text), tokenFactor),
    countMessage: (message) => scaleTokens(plain.countMessage(message), tokenFactor),
  };
}

/** Counts are rounded, because 100 x 1.1 exceeds 110 in floating point. */
const FACTOR_DIGITS = 1e6;

export function scaleTokens(tokens: number, tokenFactor: number): number {
  if (tokenFactor === 1) return tokens;
  return Math.ceil((tokens * Math.round(tokenFactor * FACTOR_DIGITS)) / FACTOR_DIGITS);
}
