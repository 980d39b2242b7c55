import type { Usage } from '../protocol/messages.js';

/** Omits a cost of zero, such as an offline model's. */
export function describeUsage({ inputTokens, outputTokens, cost, unpricedCalls = 0 }: Usage): string {
  const tokens = `${inputTokens} tokens in, ${outputTokens} out`;
  if (cost === null) return `${tokens}, cost unknown`;
  if (cost === 0) return tokens;
  return `${tokens}, ${unpricedCalls > 0 ? 'at least ' : ''}${cost.toFixed(6)} USD`;
}

export function addUsage(a: Usage, b: Usage): Usage {
  const unpricedCalls = (a.unpricedCalls ?? 0) + (b.unpricedCalls ?? 0);
  const cost = (a.cost ?? 0) + (b.cost ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    // A cost of zero would look like the real cost.
    cost: unpricedCalls > 0 && cost === 0 ? null : cost,
    unpricedCalls: unpricedCalls > 0 ? unpricedCalls : undefined,
  };
}
