import type { ConversationState } from './conversation-state.js';

/** `costUsd` is a lower bound if some calls had no price. */
export function carriedMemo({ ledger, usage }: Pick<ConversationState, 'ledger' | 'usage'>): {
  before: Record<string, number>;
} {
  const { inputTokens, outputTokens, cost, unpricedCalls = 0 } = usage;
  return {
    before: {
      turns: ledger.turns,
      inputTokens,
      outputTokens,
      ...(cost === null ? {} : { costUsd: cost }),
      ...(unpricedCalls === 0 ? {} : { unpricedCalls }),
    },
  };
}
