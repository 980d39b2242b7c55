import type { ExecutionTree } from '../../client/executions/executions.js';
import { describeFailure, describeNode } from './describe-node.js';
import { selectShownNodes } from './tree-lines.js';

/** Writes one line for each execution and node of trees, by its key; durations, which change with time alone, are left out. */
export function listStates(trees: readonly ExecutionTree[]): Map<string, string> {
  return new Map(trees.flatMap(listTreeStates));
}

/** Lists the lines that are new or have changed. */
export function listChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([key, line]) => before.get(key) !== line).map(([, line]) => line);
}

function listTreeStates(tree: ExecutionTree): [key: string, line: string][] {
  const { executionId, status, children } = tree;
  const nodes = selectShownNodes(tree).map((node): [string, string] => [
    `${executionId} ${node.nodeId}`,
    `${node.status} ${executionId} ${describeNode(node)}`,
  ]);
  return [
    [executionId, `${status} ${executionId}${describeFailure(tree)}`],
    ...nodes,
    ...children.flatMap(listTreeStates),
  ];
}
