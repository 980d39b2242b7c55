import type { ExecutionTree } from '../../views/execution.js';
import { formatExecutionDuration, paintStatus } from './format-executions.js';
import { formatTable } from '../format/format-table.js';
import { flattenTree } from '../format/flatten-tree.js';
import { formatTokens, formatTotalCost } from '../format/format-values.js';
import {
  describeFailure,
  formatNodeDuration,
  describeNode,
  formatRunDuration,
  describeRun,
} from './describe-node.js';
import type { Style } from '../format/style.js';
import { toTreeLine, type NodeDetails, type TreeLine } from './tree-lines.js';

export function formatExecutionTree(trees: readonly ExecutionTree[], style: Style): string {
  return formatLines(
    flattenTree(trees.map(toTreeLine)).map(({ lead, node: line }) => ({ lead, line })),
    { header: 'EXECUTION', style },
  );
}

export function formatNodes(nodes: readonly NodeDetails[], style: Style): string {
  const rows = nodes.flatMap((node) => [
    { lead: '', line: { kind: 'node' as const, node, children: [] } },
    ...(node.itemRuns ?? []).map((run) => ({
      lead: '  ',
      line: { kind: 'run' as const, run, children: [] },
    })),
  ]);
  return formatLines(rows, { header: 'NODE', style });
}

function formatLines(
  lines: readonly { lead: string; line: TreeLine }[],
  { header, style }: { header: string; style: Style },
): string {
  return formatTable({ rows: lines.map(({ lead, line }) => ({ lead, ...toCells(line) })), style }, [
    {
      header: 'STATUS',
      value: ({ status }) => status,
      paint: (cell, { status }) => paintStatus(cell, status, style),
    },
    { header: 'DURATION', align: 'right', value: ({ duration }) => duration },
    { header: 'TOKENS', align: 'right', value: ({ tokens }) => tokens },
    { header: 'COST', align: 'right', value: ({ cost }) => cost },
    { header, value: ({ lead, words }) => lead + words },
  ]);
}

interface Cells {
  status: string;
  duration: string;
  tokens: string;
  cost: string;
  words: string;
}

const NO_USAGE = { tokens: '-', cost: '-' };

function toCells(line: TreeLine): Cells {
  switch (line.kind) {
    case 'execution': {
      const { execution } = line;
      const usage = { tokens: formatTokens(execution), cost: formatTotalCost(execution) };
      const words = describeExecution(execution);
      return { status: execution.status, duration: formatExecutionDuration(execution), ...usage, words };
    }
    case 'node': {
      const { node } = line;
      const usage = { tokens: formatTokens(node), cost: formatTotalCost(node) };
      const duration = formatNodeDuration(node);
      const spent = node.modelCalls === 0 ? NO_USAGE : usage;
      return { status: node.status, duration, ...spent, words: describeNode(node) };
    }
    case 'run': {
      const { run } = line;
      return { status: run.status, duration: formatRunDuration(run), ...NO_USAGE, words: describeRun(run) };
    }
    case 'more':
      return { status: '', duration: '', tokens: '', cost: '', words: `… ${line.count} more` };
  }
}

function describeExecution(execution: ExecutionTree): string {
  const { executionId, givenTokens, returnedTokens } = execution;
  const returned = returnedTokens === null ? '' : `, returned ${returnedTokens}`;
  const exchanged = givenTokens === null ? '' : ` (given ${givenTokens} tokens${returned})`;
  return `${executionId}${exchanged}${describeFailure(execution)}`;
}
