import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut, shownNames } from '../values/shown.js';
import { suggestion } from './suggestion.js';

export function checkCategorizers(graph: FlowGraph): FlowProblem[] {
  return nodesOfKind(graph, 'categorizer').flatMap(({ id, config }): FlowProblem[] => {
    const names = config.categories.map(({ name }) => name);
    if (config.fallback === undefined || names.includes(config.fallback)) return [];
    const field = 'config.fallback';
    const meant = suggestion(config.fallback, names);
    const message = `Node '${cut(id)}' has '${cut(config.fallback)}' in field '${field}', which is not one of its categories${meant}; its categories: ${shownNames(names)}`;
    return [{ severity: 'error', node: id, field, message }];
  });
}
