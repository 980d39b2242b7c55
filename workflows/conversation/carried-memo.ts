import type { ConversationState } from './conversation-state.js';

/**
 * The memo of the next run: how much the chat took before it. The cost is in USD; it is left out where no price is known,
 * and is the least where some calls had none.
 */
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
