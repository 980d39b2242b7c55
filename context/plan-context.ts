import {
  DEFAULT_HISTORY_LIMITS,
  historyWindowStart,
  type HistoryLimits,
  type WindowMessage,
} from './history-window.js';
import type { ContextManifest, LeftRange, SentRange } from './manifest.js';

/** What the context of one call is planned from: counts and places, no text. */
export interface PlanInput {
  /** Tokens the messages may have together. */
  budget: number;
  system: string | null;
  tools: string | null;
  /** The turn's own message in its thread; null: an execution outside a conversation. */
  current: { seq: number; tokens: number } | null;
  /** Messages from before the turn, newest first; more of them than the window holds are not needed. */
  newestFirst: readonly (WindowMessage & { runningTokens: number })[];
  /** The thread up to here was cleared, at this running count. */
  cleared: { through: number; runningTokens: number };
  /** The steps of this execution before the call. */
  trace: { throughStep: number; tokens: number };
  limits?: HistoryLimits;
}

/**
 * Decides what a call is sent: the newest history that fits the limits and the budget, the turn's message,
 * and the execution's own steps. Pure and linear in the window.
 */
export function planContext(input: PlanInput): ContextManifest {
  const { current, trace, newestFirst, limits = DEFAULT_HISTORY_LIMITS } = input;
  const ownTokens = (current?.tokens ?? 0) + trace.tokens;
  const room = Math.max(0, input.budget - ownTokens);
  const first = historyWindowStart(newestFirst, { ...limits, tokens: Math.min(limits.tokens, room) });
  const historyTokens = newestFirst
    .filter((message) => first !== null && message.seq >= first)
    .reduce((sum, message) => sum + message.tokens, 0);
  const sent: SentRange[] = [
    current === null
      ? { from: 'input' }
      : { from: 'conversation', first: first ?? current.seq, last: current.seq },
  ];
  if (trace.throughStep > 0) sent.push({ from: 'trace', throughStep: trace.throughStep });
  return {
    policy: 1,
    system: input.system,
    tools: input.tools,
    sent,
    left: current === null ? [] : leftOut(input, first ?? current.seq, room < limits.tokens),
    tokens: historyTokens + ownTokens,
  };
}

function leftOut({ newestFirst, cleared }: PlanInput, firstSent: number, isTight: boolean): LeftRange[] {
  const left: LeftRange[] = [];
  if (cleared.through > 0)
    left.push({
      from: 'conversation',
      first: 1,
      last: cleared.through,
      count: cleared.through,
      tokens: cleared.runningTokens,
      rule: 'cleared',
    });
  const newestLeft = newestFirst.find((message) => message.seq < firstSent);
  if (newestLeft !== undefined)
    left.push({
      from: 'conversation',
      first: cleared.through + 1,
      last: newestLeft.seq,
      count: newestLeft.seq - cleared.through,
      tokens: newestLeft.runningTokens - cleared.runningTokens,
      rule: isTight ? 'budget' : 'window',
    });
  return left;
}
