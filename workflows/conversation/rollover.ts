import { workflowInfo } from '@temporalio/workflow';
import { isHistoryFull } from '../is-history-full.js';
import type { ConversationState } from './conversation-state.js';

/** Does not depend on worker versions: the server moves a conversation to a new one without a rollover. */
export function isRolloverDue(state: ConversationState): boolean {
  return mustRollOver(state) || workflowInfo().historyLength > state.rolloverEvents;
}

/** A rollover waits for `ask`s until the history has twice its usual length. */
export function isRolloverOverdue(state: ConversationState): boolean {
  return mustRollOver(state) && workflowInfo().historyLength > 2 * (state.rolloverDueAt ?? 0);
}

function mustRollOver(state: ConversationState): boolean {
  const isFull = isHistoryFull();
  if (isFull) state.rolloverDueAt ??= workflowInfo().historyLength;
  return isFull;
}
