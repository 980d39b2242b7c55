import { workflowInfo } from '@temporalio/workflow';
import { isHistoryFull } from '../is-history-full.js';
import type { ConversationState } from './conversation-state.js';

/** The server moves a conversation to a new worker version without a rollover. */
export function isRolloverDue(state: ConversationState): boolean {
  return mustRollOver(state) || workflowInfo().historyLength > state.rolloverEvents;
}

/** Until twice the usual length, a rollover waits for `ask`s. */
export function isRolloverOverdue(state: ConversationState): boolean {
  return mustRollOver(state) && workflowInfo().historyLength > 2 * (state.rolloverDueAt ?? 0);
}

function mustRollOver(state: ConversationState): boolean {
  const isFull = isHistoryFull();
  if (isFull) state.rolloverDueAt ??= workflowInfo().historyLength;
  return isFull;
}
