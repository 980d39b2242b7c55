export interface AttemptUsage {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  cost: string | null;
}

const MAX_REASON = 500;

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
