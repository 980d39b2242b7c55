import { compactionProblem } from '../compaction/is-compaction-due.js';
import { planContext, type ContextPlan, type PlanContextInput } from '../plan-context.js';
import type { ContextSettings } from '../settings.js';
import { spillLimit } from '../spill/spill-limit.js';
import type { CallModel } from './call-model.js';

export interface FitCallInput extends Omit<
  PlanContextInput,
  'window' | 'reserve' | 'grammar' | 'template' | 'compaction' | 'resultLimit' | 'counters'
> {
  model: CallModel;
  settings: ContextSettings;
  /** How many times the limit a result may have before a pointer replaces it; default 1. */
  resultSlack?: number;
}

/**
 * Plans what of a call's messages is sent: the one planner of stored calls and of transcripts. Throws a sentence where
 * settings contradict each other.
 */
export function fitCall({ model, settings, resultSlack = 1, ...input }: FitCallInput): ContextPlan {
  const { window, reserve, grammar, template, counters } = model;
  const compaction = { isOn: settings.isCompactionOn, pct: settings.compactionPct };
  const problem = compactionProblem(compaction, { reserve, window });
  if (problem !== undefined) throw new Error(problem);
  const resultLimit = resultSlack * spillLimit({ window, pct: settings.spillPct });
  return planContext({
    ...input,
    window,
    reserve,
    grammar,
    template,
    counters,
    compaction,
    resultLimit,
  });
}
