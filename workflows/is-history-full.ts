import { workflowInfo } from '@temporalio/workflow';

/** A worker that lost its cache replays the whole history: past this size that is felt. */
const MAX_HISTORY_BYTES = 2_000_000;
/** Far from where the server ends a Workflow, at 51,200 events or 50 MB. */
const LONG_HISTORY = { events: 20_000, bytes: 10_000_000 };

/** Whether a run should make room for the next, by the server's word or by size. */
export function isHistoryFull(): boolean {
  const { continueAsNewSuggested, historySize } = workflowInfo();
  return continueAsNewSuggested || historySize > MAX_HISTORY_BYTES;
}

/** Whether a run that cannot make room yet should begin nothing more, either. */
export function isHistoryLong(): boolean {
  const { historyLength, historySize } = workflowInfo();
  return historyLength > LONG_HISTORY.events || historySize > LONG_HISTORY.bytes;
}
