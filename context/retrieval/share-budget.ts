/** The shares of a budget for past messages. */
export interface BudgetShare {
  /** For the newest messages, whole and in order. */
  readonly windowTokens: number;
  /** For passages that are quoted from further back. */
  readonly passageTokens: number;
}

/**
 * The newest messages get only a tenth: they rarely hold what a question about the past needs. With a share of the last
 * ten messages, a context of 1,000 tokens failed three more questions of a hundred.
 */
const WINDOW_SHARE = 0.1;

/** Shares a budget for past messages between the newest ones and passages, in whole tokens whose sum is `tokens`. */
export function shareBudget({ tokens }: { tokens: number }): BudgetShare {
  const windowTokens = Math.floor(tokens * WINDOW_SHARE);
  return { windowTokens, passageTokens: tokens - windowTokens };
}
