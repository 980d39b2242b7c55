/** Tokens and cost of a model call that was made after a turn, for a summary or a description. */
export interface AttemptUsage {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** USD, as a decimal; null: the model's price is not known. */
  cost: string | null;
}

/** The most characters of a reason that are stored; other stored reasons have the same limit. */
const MAX_REASON = 500;

/**
 * Makes the columns that all calls made after a turn share: why the call failed, its model, its tokens and its
 * cost.
 */
export function attemptColumns(call: { reason: string | null; model: string; usage: AttemptUsage }) {
  const { reason, model, usage } = call;
  return {
    reason: reason?.slice(0, MAX_REASON).toWellFormed() ?? null,
    model,
    input_tokens: usage.inputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    cost: usage.cost,
  };
}
