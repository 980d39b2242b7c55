import { matchesPattern } from '../conditions/matches-pattern.js';
import { listPatterns } from '../kinds/find-kind.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';

/** Limits the patterns, because each may take a millisecond and a flow may have 100,000. */
const MAX_PATTERNS = 500;

/** Conditions with invalid patterns would never hold. */
export function checkPatterns(graph: FlowGraph): FlowProblem[] {
  const patterns = graph.nodes
    .flatMap(({ id, node }) =>
      (node ? listPatterns(node) : []).map(({ field, value }) => ({ id, field, value })),
    )
    .filter((place): place is typeof place & { value: string } => typeof place.value === 'string');
  return patterns.slice(0, MAX_PATTERNS).flatMap(({ id, field, value }): FlowProblem[] => {
    if (matchesPattern('', value) !== undefined) return [];
    const remedy =
      "not a regular expression of RE2's syntax or too large, so the condition never holds; correct it";
    const message = `Node '${cut(id)}' has '${cut(value)}' in field '${field}', which is ${remedy}`;
    return [{ severity: 'warning', node: id, field, message }];
  });
}
