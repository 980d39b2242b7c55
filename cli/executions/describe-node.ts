import { formatDuration } from '../format/format-values.js';
import { oneLine } from '../format/printable.js';
import type { ItemRunDetails, NodeDetails } from './tree-lines.js';

/** Formats how long a node ran, or waited. */
export function formatNodeDuration({ runs, durationMs, waitedMs }: NodeDetails): string {
  if (runs === 0) return '-';
  return waitedMs > 0 ? `waited ${formatDuration(waitedMs)}` : formatDuration(durationMs);
}

/** Describes a node in a few words: its id, kind, label, the progress of a loop, and why it failed. */
export function describeNode(node: NodeDetails): string {
  const { nodeId, kind, label, items, loopId, runs, failedRuns } = node;
  const parts = [
    `${nodeId} (${kind})`,
    ...(label === null || label === nodeId ? [] : [oneLine(label, 60)]),
    ...(items === null ? [] : [`${items.done} of ${items.total} items`]),
    ...(loopId === null ? [] : [`${runs} runs in ${loopId}`]),
    ...(failedRuns > 0 && loopId !== null ? [`${failedRuns} failed`] : []),
  ];
  return parts.join(', ') + describeFailure(node);
}

/** Formats how long one run in a loop took, waiting included. */
export function formatRunDuration({ startedAt, finishedAt }: ItemRunDetails): string {
  return formatDuration((finishedAt ?? new Date()).getTime() - startedAt.getTime());
}

/** Describes one run in a loop: its item, and why it failed. */
export function describeRun(run: ItemRunDetails): string {
  return `item ${run.iteration}${describeFailure(run)}`;
}

/** Describes why something failed, as words that follow its name; empty: it did not fail. */
export function describeFailure(failed: { errorMessage: string | null; errorType: string | null }): string {
  const { errorMessage, errorType } = failed;
  return errorMessage === null ? '' : `: ${oneLine(errorMessage, 200)} (${errorType ?? 'unknown'})`;
}
