import { workflowInfo } from '@temporalio/workflow';
import { isHistoryFull } from '../is-history-full.js';
import type { ConversationState } from './conversation-state.js';

/** Whether the run should make room for the next: by the server's word, by size, or for a new worker version. */
export function isRolloverDue(state: ConversationState): boolean {
  const info = workflowInfo();
  const isDue = isHistoryFull() || info.targetWorkerDeploymentVersionChanged === true;
  if (isDue) state.rolloverDueAt ??= info.historyLength;
  return isDue;
}

/** A rollover that waits for `ask`s may grow the history to twice its suggested size, not further. */
export function isRolloverOverdue(state: ConversationState): boolean {
  return isRolloverDue(state) && workflowInfo().historyLength > 2 * (state.rolloverDueAt ?? 0);
}
