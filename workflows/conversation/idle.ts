import { isCancellation, sleep } from '@temporalio/workflow';
import type { ConversationState } from './conversation-state.js';

/** Extends one timer, because a timer per turn would cost two events each. */
export function idle(state: ConversationState, timeoutMs: number): { isOver(): boolean } {
  watch().catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
  return { isOver: () => Date.now() - state.lastActivityMs >= timeoutMs };

  async function watch(): Promise<void> {
    for (let waitMs = timeoutMs; ; waitMs = state.lastActivityMs + timeoutMs - Date.now())
      await sleep(Math.max(waitMs, timeoutMs / 2, MIN_WAIT_MS), { summary: 'ends when idle' });
  }
}

/** Limits the number of timer events. */
const MIN_WAIT_MS = 1_000;
