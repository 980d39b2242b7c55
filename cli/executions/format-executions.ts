import type { ExecutionView } from '../../views/execution.js';
import { formatTable, type Column } from '../format/format-table.js';
import { formatElapsed, formatTokens, formatTotalCost, formatWork } from '../format/format-values.js';
import type { Style } from '../format/style.js';

export function formatExecutions(views: readonly ExecutionView[], style: Style): string {
  return formatTable({ rows: views, style }, [
    { header: 'STARTED', value: (view) => view.createdAt.toISOString() },
    ...outcomeColumns<ExecutionView>((view) => view, style),
    { header: 'FLOW', value: (view) => view.flow },
    { header: 'USER', value: (view) => view.user ?? '-' },
    { header: 'EXECUTION', value: (view) => view.executionId },
  ]);
}

function outcomeColumns<Row>(view: (row: Row) => ExecutionView, style: Style): Column<Row>[] {
  return [
    {
      header: 'STATUS',
      value: (row) => view(row).status,
      paint: (cell, row) => paintStatus(cell, view(row).status, style),
    },
    { header: 'DURATION', align: 'right', value: (row) => formatElapsed(view(row)) },
    { header: 'TOKENS', align: 'right', value: (row) => formatTokens(view(row)) },
    { header: 'COST', align: 'right', value: (row) => formatTotalCost(view(row)) },
  ];
}

/** Excludes waiting for people. */
export function formatExecutionDuration(execution: ExecutionView & { waitedMs: number }): string {
  const { createdAt, finishedAt, waitedMs } = execution;
  if (waitedMs <= 0) return formatElapsed(execution);
  const elapsedMs = (finishedAt ?? new Date()).getTime() - createdAt.getTime();
  return formatWork({ durationMs: elapsedMs - waitedMs, waitedMs });
}

export function paintStatus(text: string, status: string, style: Style): string {
  switch (status) {
    case 'completed':
    case 'success':
      return style.green(text);
    case 'failed':
      return style.red(text);
    case 'cancelled':
    case 'waiting':
    case 'interrupted':
      return style.yellow(text);
    case 'pending':
    case 'skipped':
      return style.dim(text);
    default:
      return style.cyan(text);
  }
}
