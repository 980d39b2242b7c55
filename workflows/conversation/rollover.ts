import { workflowInfo } from '@temporalio/workflow';
import { isHistoryFull } from '../is-history-full.js';
import type { ConversationState } from './conversation-state.js';

/**
 * Whether the run should make room for the next: to be quick to replay, or because it must. A new worker version is no
 * reason: the server moves a conversation with its next task.
 */
export function isRolloverDue(state: ConversationState): boolean {
  return mustRollOver(state) || workflowInfo().historyLength > (state.rolloverEvents ?? Infinity);
}

/** A rollover that waits for `ask`s may grow a history that is full to twice that size, not further. */
export function isRolloverOverdue(state: ConversationState): boolean {
  return mustRollOver(state) && workflowInfo().historyLength > 2 * (state.rolloverDueAt ?? 0);
}

/** Whether the history is full, by the server's word or by size. */
function mustRollOver(state: ConversationState): boolean {
  const isFull = isHistoryFull();
  if (isFull) state.rolloverDueAt ??= workflowInfo().historyLength;
  return isFull;
}
