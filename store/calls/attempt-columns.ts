/** What a model call that was made after a turn used. */
export interface AttemptUsage {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** USD, as a decimal. */
  cost: string;
}

/** Characters of a reason that are kept, as of the other reasons that are stored. */
const MAX_REASON = 500;

/** Columns of a call that was made after a turn: what came of it, and what it cost. */
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
