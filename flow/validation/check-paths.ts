import { listItemPaths, listPaths } from '../kinds/find-kind.js';
import { pathProblem } from '../paths/path-names.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';

export function checkPaths({ nodes }: FlowGraph): FlowProblem[] {
  return nodes.flatMap(({ id, node }) => {
    if (!node) return [];
    return [...listPaths(node), ...listItemPaths(node)].flatMap(({ field, value }): FlowProblem[] => {
      const problem = pathProblem(value);
      if (!problem) return [];
      const message = `Node '${cut(id)}' has '${cut(value)}' in field '${field}'; ${problem}`;
      return [{ severity: 'error', node: id, field, message }];
    });
  });
}
