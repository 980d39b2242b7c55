import type { Usage } from '../protocol/messages.js';

/** Tokens and cost in words; a cost of nothing (an unknown or offline model) is left out. */
export function describeUsage({ inputTokens, outputTokens, cost }: Usage): string {
  const tokens = `${inputTokens} tokens in, ${outputTokens} out`;
  return cost === 0 ? tokens : `${tokens}, ${cost.toFixed(6)} USD`;
}

/** Both together. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cost: a.cost + b.cost,
  };
}
