import type { ModelMessage } from '@ai-sdk/provider-utils';

/** How planning counts: in tokens of the model that is planned for, its token factor applied. */
export interface Counters {
  countText(text: string): number;
  countMessage(message: ModelMessage): number;
}

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
