import { findPattern } from '../conditions/find-pattern.js';
import type { Condition, FlowNode } from '../definition.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from './shown.js';

const PATTERN_OPERATORS: readonly string[] = ['matches_regex', 'not_matches_regex'];
/** A pattern may take a millisecond, and a flow may have a hundred thousand. */
const MAX_PATTERNS = 500;

/** Regular expressions of conditions that never hold for being none; of the first 500. */
export function checkPatterns(graph: FlowGraph): FlowProblem[] {
  const patterns = graph.nodes
    .flatMap(({ node }) => (node === undefined ? [] : conditionsOf(node)))
    .flatMap(({ condition: { operator, value }, ...place }) =>
      PATTERN_OPERATORS.includes(operator) && typeof value === 'string' ? [{ ...place, value }] : [],
    );
  return patterns.slice(0, MAX_PATTERNS).flatMap(({ id, field, value }): FlowProblem[] => {
    if (findPattern('', value) !== undefined) return [];
    const remedy =
      "no regular expression of RE2's syntax or too large, so the condition never holds; correct it";
    const message = `Node '${cut(id)}' has '${cut(value)}' in field '${field}', which is ${remedy}`;
    return [{ severity: 'warning', node: id, field, message }];
  });
}

function conditionsOf(node: FlowNode): { id: string; field: string; condition: Condition }[] {
  if (node.kind !== 'switch' && node.kind !== 'filter') return [];
  const [list, conditions]: [string, readonly Condition[]] =
    node.kind === 'switch' ? ['rules', node.config.rules] : ['conditions', node.config.conditions];
  return conditions.map((condition, index) => ({
    ...{ id: node.id, condition },
    field: `config.${list}[${index}].value`,
  }));
}
