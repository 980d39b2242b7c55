import type { Explanation } from './explanation.js';
import type { PlanFigures } from './plan-figures.js';

interface CallFigures extends PlanFigures {
  model: string;
  /** USD for the planned request and an answer of the original length; null if the price is unknown. */
  cost: string | null;
}

/** A stored call beside its plan under other settings. */
export interface PlannedAgain {
  was: CallFigures & {
    /** Its actual cost in USD, the provider's cache included; null if the price is unknown. */
    paid: string | null;
  };
  would: CallFigures & {
    /** `compact`: older parts would be summarized first; `cannot-fit`: the call would fail. */
    verdict: 'ready' | 'compact' | 'cannot-fit';
    reason: string | null;
    context: Explanation;
  };
}
