export interface BudgetShare {
  readonly windowTokens: number;
  readonly passageTokens: number;
}

/**
 * Share of the recent messages. Measured with a budget of 1,000 tokens: if ten recent messages were sent
 * instead, three more questions per hundred would fail.
 */
const WINDOW_SHARE = 0.1;

export function shareBudget({ tokens }: { tokens: number }): BudgetShare {
  const windowTokens = Math.floor(tokens * WINDOW_SHARE);
  return { windowTokens, passageTokens: tokens - windowTokens };
}
