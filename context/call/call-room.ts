import type { HistoryLimits } from '../history/drop-oldest.js';
import { rawShare } from '../history/raw-share.js';
import type { ContextSettings } from '../settings.js';
import type { Window } from '../window.js';
import type { HistoryRules } from './call-rows.js';
import { leadingShare, standingShare } from './shares.js';

/** The model's tokens for everything but the system prompt, the tools and the answer. */
export interface CallBudget {
  budget: number;
  /** The tokens of the budget that a context may have before it is compacted. */
  threshold: number;
}

/** The limits of the parts of a call. */
export interface CallRoom extends CallBudget {
  /** The model's tokens for one plain token. */
  tokenFactor: number;
  /** Plain tokens that one leading text may have. */
  leading: number;
  /** Plain tokens that standing requests may have. */
  standing: number;
  /** The model's tokens that the answer may have. */
  output: number;
}

interface MeasureBudgetInput extends Pick<Window, 'window' | 'reserve'> {
  /** The model's tokens of the system prompt and the tools. */
  fixedTokens: number;
  settings: Pick<ContextSettings, 'isCompactionOn' | 'compactionPct'>;
}

/** Measures the budget of a call. */
export function measureBudget({ window, reserve, fixedTokens, settings }: MeasureBudgetInput): CallBudget {
  const { isCompactionOn, compactionPct } = settings;
  const budget = Math.max(0, window - reserve - fixedTokens);
  const most = isCompactionOn ? Math.floor((window * compactionPct) / 100) : window;
  return { budget, threshold: Math.max(0, Math.min(budget, most - reserve - fixedTokens)) };
}

/** Measures the room of a call. */
export function measureRoom(
  input: MeasureBudgetInput & { tokenFactor: number; outputLimit: number },
): CallRoom {
  const { window, reserve, tokenFactor, outputLimit } = input;
  return {
    ...measureBudget(input),
    tokenFactor,
    leading: Math.floor(leadingShare({ window, reserve }) / tokenFactor),
    standing: standingShare({ window, reserve, tokenFactor }),
    output: outputLimit,
  };
}

/**
 * Limits messages from earlier turns so that they alone never cause a compaction. `beside` is the tokens of everything else
 * in the call, by the model's count. Without summaries nothing covers an omitted message, so messages get all the room
 * that is left.
 */
export function historyLimits(
  history: HistoryRules,
  { room, beside }: { room: CallBudget; beside: number },
): HistoryLimits {
  const { characters, tokens, summaries } = history;
  const share = Math.min(tokens, summaries === undefined ? room.budget : rawShare(room.budget));
  return {
    characters,
    tokens: Math.max(0, Math.min(share, room.threshold - beside)),
    exchangeTokens: Math.max(0, Math.min(share, room.budget - beside)),
    inSteps: true,
  };
}
