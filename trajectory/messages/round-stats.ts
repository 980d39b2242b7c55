import type { ArchivedMessage, MessageUsage } from './archive-message.js';
import { sumUsage } from './sum-usage.js';

export interface RoundStats {
  /** In tokens. */
  usage: MessageUsage;
  /** Input tokens from the provider's cache of all input tokens, in percent with one decimal; 0 without input. */
  cacheHitPercent: number;
  /** From the first timestamp to the last, in seconds with one decimal; 0 where fewer than two are known. */
  elapsedSeconds: number;
}

/**
 * The messages of each round: from a user's message up to the next one. What comes before the first is of no round;
 * a summary opens none.
 */
export function splitRounds(messages: readonly ArchivedMessage[]): ArchivedMessage[][] {
  const rounds: ArchivedMessage[][] = [];
  for (const message of messages) {
    if (message.role === 'user' && !message.isSummary) rounds.push([message]);
    else rounds.at(-1)?.push(message);
  }
  return rounds;
}

/** What a round took. A summary's timestamp says when the messages it stands for were folded, so it does not count. */
export function roundStats(round: readonly ArchivedMessage[]): RoundStats {
  const usage = sumUsage(round);
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
