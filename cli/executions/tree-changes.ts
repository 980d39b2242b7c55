import type { ExecutionTree } from '../../client/executions/executions.js';
import { failureWords, nodeWords } from './node-words.js';
import { shownNodes } from './tree-lines.js';

/** One line for each execution and node of trees, by what it is of; without what changes by time alone. */
export function treeStates(trees: readonly ExecutionTree[]): Map<string, string> {
  return new Map(trees.flatMap(statesOf));
}

/** The lines of those that are new or stand differently. */
export function treeChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([key, line]) => before.get(key) !== line).map(([, line]) => line);
}

function statesOf(tree: ExecutionTree): [key: string, line: string][] {
  const { executionId, status, children } = tree;
  const nodes = shownNodes(tree).map((node): [string, string] => [
    `${executionId} ${node.nodeId}`,
    `${node.status} ${executionId} ${nodeWords(node)}`,
  ]);
  return [
    [executionId, `${status} ${executionId}${failureWords(tree)}`],
    ...nodes,
    ...children.flatMap(statesOf),
  ];
}
