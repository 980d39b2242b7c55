import { compactionProblem } from '../plan/is-compaction-due.js';
import { planContext, type ContextPlan, type PlanContextInput } from '../plan/plan-context.js';
import type { ContextSettings } from '../plan/settings.js';
import { spillLimit } from '../results/spill-limit.js';
import type { CallModel } from './call-model.js';

export interface FitCallInput extends Omit<
  PlanContextInput,
  'window' | 'reserve' | 'grammar' | 'template' | 'compaction' | 'resultLimit' | 'counters'
> {
  model: CallModel;
  settings: ContextSettings;
  resultSlack?: number;
}

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
