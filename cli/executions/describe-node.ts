import { formatDuration, formatWork } from '../format/format-values.js';
import { oneLine } from '../format/printable.js';
import type { ItemRunDetails, NodeDetails } from './tree-lines.js';

export function formatNodeDuration(node: NodeDetails): string {
  return node.runs === 0 ? '-' : formatWork(node);
}

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

export function formatRunDuration({ startedAt, finishedAt }: ItemRunDetails): string {
  return formatDuration((finishedAt ?? new Date()).getTime() - startedAt.getTime());
}

export function describeRun(run: ItemRunDetails): string {
  return `item ${run.iteration}${describeFailure(run)}`;
}

export function describeFailure(failed: { errorMessage: string | null; errorType: string | null }): string {
  const { errorMessage, errorType } = failed;
  return errorMessage === null ? '' : `: ${oneLine(errorMessage, 200)} (${errorType ?? 'unknown'})`;
}
