/** Tokens of a context for past messages, shared out. */
export interface BudgetShare {
  /** For the newest messages, whole and in order. */
  readonly windowTokens: number;
  /** For what is quoted from further back. */
  readonly passageTokens: number;
}

/**
 * A small context's window is a tenth of it: what a question about the past needs is rarely in the newest messages,
 * and the last ten cost a context of 1,000 tokens three questions of a hundred.
 */
const WINDOW_SHARE = 0.1;

/** How a budget for past messages is shared between the newest ones and passages; whole tokens, their sum is `tokens`. */
export function shareBudget({ tokens }: { tokens: number }): BudgetShare {
  const windowTokens = Math.floor(tokens * WINDOW_SHARE);
  return { windowTokens, passageTokens: tokens - windowTokens };
}
