import type { ArchivedMessage, MessageUsage } from './archive-message.js';
import { sumMessageUsage } from './sum-message-usage.js';

export interface RoundStats {
  usage: MessageUsage;
  /** In percent of the input tokens. */
  cacheHitPercent: number;
  elapsedSeconds: number;
}

/** Ignores the times of summaries, which may be from another round. */
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
    // Not below zero, because two machines' clocks may disagree.
    elapsedSeconds: Math.max(0, oneDecimal(last - first)),
  };
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
