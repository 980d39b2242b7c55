import type { HistoryLimits } from '../plan/drop-oldest.js';
import { rawShare } from '../summary/raw-share.js';
import type { ContextSettings } from '../plan/settings.js';
import type { Window } from '../plan/window.js';
import type { Counters } from '../text/counters.js';
import type { HistoryRules } from './call-rows.js';
import { leadingShare, standingShare } from './shares.js';
import { countTools, type OfferedTool } from './to-call-model.js';

export interface CallBudget {
  budget: number;
  threshold: number;
}

export interface CallRoom extends CallBudget {
  tokenFactor: number;
  leading: number;
  standing: number;
  output: number;
}

interface FixedParts {
  system: string | undefined;
  tools: readonly OfferedTool[];
  finders: readonly OfferedTool[];
  readers: readonly OfferedTool[];
  mayRead: boolean;
}

interface MeasureBudgetInput extends Pick<Window, 'window' | 'reserve'> {
  fixedTokens: number;
  settings: Pick<ContextSettings, 'isCompactionOn' | 'compactionPct'>;
}

export function measureBudget({ window, reserve, fixedTokens, settings }: MeasureBudgetInput): CallBudget {
  const { isCompactionOn, compactionPct } = settings;
  const budget = Math.max(0, window - reserve - fixedTokens);
  const most = isCompactionOn ? Math.floor((window * compactionPct) / 100) : window;
  return { budget, threshold: Math.max(0, Math.min(budget, most - reserve - fixedTokens)) };
}

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

export function countFixed(
  { system, tools, finders, readers, mayRead }: FixedParts,
  counters: Counters,
): number {
  // History tools truncate long messages. The model reads the rest with the reader tools.
  const canRead = mayRead && tools.length > 0 && finders.length > 0;
  const prompt = system === undefined ? 0 : counters.countMessage({ role: 'system', content: system });
  return prompt + countTools([...tools, ...finders, ...(canRead ? readers : [])], counters);
}

/**
 * Earlier turns stay below the compaction threshold. Without summaries, they may use the whole budget,
 * because nothing else would cover omitted messages.
 */
export function historyLimits(
  history: HistoryRules,
  { room, beside }: { room: CallBudget; beside: number },
): HistoryLimits {
  const { characters, tokens, summaries } = history;
  const share = Math.min(tokens, summaries ? rawShare(room.budget) : room.budget);
  return {
    characters,
    tokens: Math.max(0, Math.min(share, room.threshold - beside)),
    exchangeTokens: Math.max(0, Math.min(share, room.budget - beside)),
    inSteps: true,
  };
}
