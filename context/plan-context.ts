import {
  DEFAULT_HISTORY_LIMITS,
  historyWindowStart,
  type HistoryLimits,
  type WindowMessage,
} from './history-window.js';
import type { ContextManifest, LeftRange, LeftRule, SentRange } from './manifest.js';

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
    left:
      current === null
        ? []
        : leftOut(input, {
            window: historyWindowStart(newestFirst, limits) ?? current.seq,
            budget: first ?? current.seq,
          }),
    tokens: historyTokens + ownTokens,
  };
}

/** What lies before the window is left to it; what the window holds and the budget does not, to the budget. */
function leftOut(
  { newestFirst, cleared }: PlanInput,
  firstOf: Record<'window' | 'budget', number>,
): LeftRange[] {
  const left: LeftRange[] = [];
  let last: { seq: number; runningTokens: number } = { seq: 0, runningTokens: 0 };
  leave('cleared', { seq: cleared.through, runningTokens: cleared.runningTokens });
  for (const rule of ['window', 'budget'] as const)
    leave(
      rule,
      newestFirst.find((message) => message.seq < firstOf[rule]),
    );
  return left;

  /** Everything after the last range up to this message. */
  function leave(rule: LeftRule, newest: { seq: number; runningTokens: number } | undefined): void {
    if (newest === undefined || newest.seq <= last.seq) return;
    left.push({
      from: 'conversation',
      first: last.seq + 1,
      last: newest.seq,
      count: newest.seq - last.seq,
      tokens: newest.runningTokens - last.runningTokens,
      rule,
    });
    last = newest;
  }
}
