import { workflowInfo } from '@temporalio/workflow';

/** A worker without a cache replays a larger history noticeably slowly. */
const MAX_HISTORY_BYTES = 2_000_000;
/** Well below the server's 51,200 events and 50 MB. */
const LONG_HISTORY = { events: 20_000, bytes: 10_000_000 };

export function isHistoryFull(): boolean {
  const { continueAsNewSuggested, historySize } = workflowInfo();
  return continueAsNewSuggested || historySize > MAX_HISTORY_BYTES;
}

export function isHistoryLong(): boolean {
  const { historyLength, historySize } = workflowInfo();
  return historyLength > LONG_HISTORY.events || historySize > LONG_HISTORY.bytes;
}
