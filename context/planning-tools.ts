import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { TextWeights } from './text-weights.js';

/** How planning counts: in tokens of the model that is planned for, its token factor applied. */
export interface Counters {
  countText(text: string): number;
  countMessage(message: ModelMessage): number;
}

/** How the tokens of one model follow from our counts. */
export interface ModelCounting {
  /** By which plain counts are multiplied, their classes of text weighed. */
  tokenFactor: number;
  /** The source of the factor. */
  factorSource: FactorSource;
  /** The classes of text that the model counts more for; absent: none. */
  textWeights?: TextWeights | undefined;
  /** Plain counters, the classes weighed. */
  plain: Counters;
  /** Returns what a message's stored, plain count lacks for its classes. */
  weighMessage(message: ModelMessage): number;
}

/** Where a factor comes from: the project's config, the model's own counts, our table, or nowhere: then it is 1. */
export type FactorSource = 'config' | 'learned' | 'table' | 'assumed';

/**
 * Plain counters made those of one model: every text and every message times the factor, rounded up. The
 * same object for a factor of 1.
 */
export function scaleCounters(plain: Counters, tokenFactor: number): Counters {
  if (tokenFactor === 1) return plain;
  return {
    countText: (text) => scaleTokens(plain.countText(text), tokenFactor),
    countMessage: (message) => scaleTokens(plain.countMessage(message), tokenFactor),
  };
}

/** Of a factor; in whole millionths, as 100 x 1.1 is more than 110 to a computer. */
const FACTOR_DIGITS = 1e6;

/** A stored, plain count as planning uses it. */
export function scaleTokens(tokens: number, tokenFactor: number): number {
  if (tokenFactor === 1) return tokens;
  return Math.ceil((tokens * Math.round(tokenFactor * FACTOR_DIGITS)) / FACTOR_DIGITS);
}
