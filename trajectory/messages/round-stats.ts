import type { ArchivedMessage, MessageUsage } from './archive-message.js';
import { sumMessageUsage } from './sum-message-usage.js';

export interface RoundStats {
  /** In tokens. */
  usage: MessageUsage;
  /** Input tokens from the provider's cache of all input tokens, in percent with one decimal; 0 without input. */
  cacheHitPercent: number;
  /** From the first timestamp to the last, in seconds with one decimal; 0 where fewer than two are known. */
  elapsedSeconds: number;
}

/** Adds up tokens and time of a round. A summary's timestamp says when it was written, which may be in another round, so it does not count. */
export function roundStats(round: readonly ArchivedMessage[]): RoundStats {
  const usage = sumMessageUsage(round);
  const times = round
    .filter((message) => !(message.role === 'user' && message.isSummary))
    .flatMap(({ at }) => (at === undefined ? [] : [at]));
  const [first = 0] = times;
  const last = times.at(-1) ?? first;
  return {
    usage,
    cacheHitPercent: usage.input > 0 ? oneDecimal((100 * usage.cachedInput) / usage.input) : 0,
    // Clocks of two machines may disagree.
    elapsedSeconds: Math.max(0, oneDecimal(last - first)),
  };
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
