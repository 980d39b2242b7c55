import { formatDuration } from '../format/format-values.js';
import { oneLine } from '../format/printable.js';
import type { ItemRunDetails, NodeDetails } from './tree-lines.js';

/** How long a node ran, or waited. */
export function nodeDuration({ runs, durationMs, waitedMs }: NodeDetails): string {
  if (runs === 0) return '-';
  return waitedMs > 0 ? `waited ${formatDuration(waitedMs)}` : formatDuration(durationMs);
}

/** A node in a few words: its id, kind, label, how far a loop is, and why it failed. */
export function nodeWords(node: NodeDetails): string {
  const { nodeId, kind, label, items, loopId, runs, failedRuns } = node;
  const parts = [
    `${nodeId} (${kind})`,
    ...(label === null || label === nodeId ? [] : [oneLine(label, 60)]),
    ...(items === null ? [] : [`${items.done} of ${items.total} items`]),
    ...(loopId === null ? [] : [`${runs} runs in ${loopId}`]),
    ...(failedRuns > 0 && loopId !== null ? [`${failedRuns} failed`] : []),
  ];
  return parts.join(', ') + failureWords(node);
}

/** How long one run in a loop took, waiting included. */
export function runDuration({ startedAt, finishedAt }: ItemRunDetails): string {
  return formatDuration((finishedAt ?? new Date()).getTime() - startedAt.getTime());
}

/** One run in a loop: for which item, and why it failed. */
export function runWords(run: ItemRunDetails): string {
  return `item ${run.iteration}${failureWords(run)}`;
}

/** Why something failed, to follow its name; empty: it did not. */
export function failureWords(failed: { errorMessage: string | null; errorType: string | null }): string {
  const { errorMessage, errorType } = failed;
  return errorMessage === null ? '' : `: ${oneLine(errorMessage, 200)} (${errorType ?? 'unknown'})`;
}
