import type { ExecutionTree } from '../../client/executions.js';
import type { ExecutionView } from '../../store/execution-views.js';
import { formatTable, type Column } from './format-table.js';
import { treeRows } from './format-tree.js';
import { elapsed, formatCost, formatTokens } from './format-values.js';
import type { Style } from './style.js';

/** Executions as a table, in the order given. */
export function formatExecutions(views: readonly ExecutionView[], style: Style): string {
  return formatTable(
    views,
    [
      { header: 'STARTED', value: (view) => view.createdAt.toISOString() },
      ...outcomeColumns<ExecutionView>((view) => view, style),
      { header: 'FLOW', value: (view) => view.flow },
      { header: 'USER', value: (view) => view.user ?? '-' },
      { header: 'EXECUTION', value: (view) => view.executionId },
    ],
    style,
  );
}

/** Executions and those below them: how each stands, how long it took, its tokens and cost, its id. */
export function formatExecutionTree(trees: readonly ExecutionTree[], style: Style): string {
  return formatTable(
    treeRows(trees),
    [
      ...outcomeColumns<{ node: ExecutionTree; lead: string }>(({ node }) => node, style),
      { header: 'EXECUTION', value: ({ lead, node }) => lead + node.executionId },
    ],
    style,
  );
}

function outcomeColumns<Row>(view: (row: Row) => ExecutionView, style: Style): Column<Row>[] {
  return [
    {
      header: 'STATUS',
      value: (row) => view(row).status,
      paint: (cell, row) => paintStatus(cell, view(row).status, style),
    },
    { header: 'DURATION', align: 'right', value: (row) => elapsed(view(row)) },
    { header: 'TOKENS', align: 'right', value: (row) => formatTokens(view(row)) },
    { header: 'COST', align: 'right', value: (row) => formatCost(view(row).cost) },
  ];
}

/** The colour of a status, on a text that says it. */
export function paintStatus(text: string, status: string, style: Style): string {
  switch (status) {
    case 'completed':
      return style.green(text);
    case 'failed':
      return style.red(text);
    case 'cancelled':
      return style.yellow(text);
    default:
      return style.cyan(text);
  }
}
