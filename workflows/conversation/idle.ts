import { isCancellation, sleep } from '@temporalio/workflow';
import type { ConversationState } from './conversation-state.js';

/**
 * Watches a conversation for idleness with one background timer, which is armed again for what is left when
 * it fires: a timer per turn would cost two events each.
 */
export function idle(state: ConversationState, timeoutMs: number): { isOver(): boolean } {
  watch().catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
  });
  return { isOver: () => Date.now() - state.lastActivityMs >= timeoutMs };

  /** Each firing makes the main function look; while something keeps it busy, it is looked again later. */
  async function watch(): Promise<void> {
    for (let waitMs = timeoutMs; ; waitMs = state.lastActivityMs + timeoutMs - Date.now())
      await sleep(Math.max(waitMs, timeoutMs / 2, MIN_WAIT_MS), { summary: 'ends when idle' });
  }
}

/** However short a timeout somebody asks for: timers are events. */
const MIN_WAIT_MS = 1_000;
