import type { ExecutionTree } from '../../client/executions/executions.js';
import { executionDuration, paintStatus } from './format-executions.js';
import { formatTable } from '../format/format-table.js';
import { treeRows } from '../format/format-tree.js';
import { formatCost, formatTokens } from '../format/format-values.js';
import { failureWords, nodeDuration, nodeWords, runDuration, runWords } from './node-words.js';
import type { Style } from '../format/style.js';
import { treeLine, type NodeDetails, type TreeLine } from './tree-lines.js';

/** Executions, their nodes and those below them: how each stands, how long it took, its tokens and cost. */
export function formatExecutionTree(trees: readonly ExecutionTree[], style: Style): string {
  return formatLines(
    treeRows(trees.map(treeLine)).map(({ lead, node: line }) => ({ lead, line })),
    { header: 'EXECUTION', style },
  );
}

/** Nodes of one execution as a table of the same columns. */
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
  return formatTable(
    lines.map(({ lead, line }) => ({ lead, ...cellsOf(line) })),
    [
      {
        header: 'STATUS',
        value: ({ status }) => status,
        paint: (cell, { status }) => paintStatus(cell, status, style),
      },
      { header: 'DURATION', align: 'right', value: ({ duration }) => duration },
      { header: 'TOKENS', align: 'right', value: ({ tokens }) => tokens },
      { header: 'COST', align: 'right', value: ({ cost }) => cost },
      { header, value: ({ lead, words }) => lead + words },
    ],
    style,
  );
}

interface Cells {
  status: string;
  duration: string;
  tokens: string;
  cost: string;
  words: string;
}

const NO_USAGE = { tokens: '-', cost: '-' };

function cellsOf(line: TreeLine): Cells {
  switch (line.kind) {
    case 'execution': {
      const { execution } = line;
      const usage = { tokens: formatTokens(execution), cost: formatCost(execution.cost) };
      const words = executionWords(execution);
      return { status: execution.status, duration: executionDuration(execution), ...usage, words };
    }
    case 'node': {
      const { node } = line;
      const usage = { tokens: formatTokens(node), cost: formatCost(node.cost) };
      return {
        ...{ status: node.status, duration: nodeDuration(node) },
        ...(node.modelCalls === 0 ? NO_USAGE : usage),
        words: nodeWords(node),
      };
    }
    case 'run': {
      const { run } = line;
      return { status: run.status, duration: runDuration(run), ...NO_USAGE, words: runWords(run) };
    }
    case 'more':
      return { status: '', duration: '', tokens: '', cost: '', words: `… ${line.count} more` };
  }
}

function executionWords(execution: ExecutionTree): string {
  const { executionId, givenTokens, returnedTokens } = execution;
  const returned = returnedTokens === null ? '' : `, returned ${returnedTokens}`;
  const exchanged = givenTokens === null ? '' : ` (given ${givenTokens} tokens${returned})`;
  return `${executionId}${exchanged}${failureWords(execution)}`;
}
