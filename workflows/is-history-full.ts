import { workflowInfo } from '@temporalio/workflow';

/** A worker that lost its cache replays the whole history: past this size that is felt. */
const MAX_HISTORY_BYTES = 2_000_000;

/** Whether a run should make room for the next, by the server's word or by size. */
export function isHistoryFull(): boolean {
  const { continueAsNewSuggested, historySize } = workflowInfo();
  return continueAsNewSuggested || historySize > MAX_HISTORY_BYTES;
}
