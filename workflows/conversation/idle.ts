import { isCancellation, sleep } from '@temporalio/workflow';
import type { ConversationState } from './conversation-state.js';

/**
 * Watches a conversation for idleness with one background timer, which is armed again for what is left when
 * it fires: a timer per turn would cost two events each.
 */
export function idle(state: ConversationState, timeoutMs: number): { isOver(): boolean } {
  let isOver = false;
  watch().catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
  return { isOver: () => isOver && Date.now() - state.lastActivityMs >= timeoutMs };

  async function watch(): Promise<void> {
    for (;;) {
      const leftMs = state.lastActivityMs + timeoutMs - Date.now();
      if (leftMs <= 0 && state.ledger.running === null) break;
      await sleep(Math.max(leftMs, timeoutMs / 2), { summary: 'ends when idle' });
    }
    isOver = true;
  }
}
