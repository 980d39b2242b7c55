import { describeUseless } from '../conditions/describe-incomparable.js';
import { roundedNumberProblem } from '../../protocol/rounded-number.js';
import type { Condition } from '../kinds/condition.js';
import { hasTags } from '../templates/has-tags.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut, shown } from '../values/shown.js';

/** Also reports numbers that JSON parsers round. */
export function checkConditions(graph: FlowGraph): FlowProblem[] {
  return [
    ...nodesOfKind(graph, 'switch').flatMap(({ id, config: { rules } }) =>
      rules.flatMap((rule, index) => valueProblems(rule, { id, field: `config.rules[${index}].value` })),
    ),
    ...nodesOfKind(graph, 'filter').flatMap(({ id, config: { conditions } }) =>
      conditions.flatMap((condition, index) =>
        valueProblems(condition, { id, field: `config.conditions[${index}].value` }),
      ),
    ),
  ];
}

function valueProblems(
  { operator, value }: Condition,
  { id, field }: { id: string; field: string },
): FlowProblem[] {
  if (typeof value === 'string' && hasTags(value)) return [];
  const rounded = roundedNumberProblem(value);
  if (rounded !== undefined) {
    const message = `Node '${cut(id)}' has a field '${field}' that ${rounded}`;
    return [{ severity: 'error', node: id, field, message }];
  }
  const compared = describeUseless(operator, value);
  if (compared === undefined) return [];
  const has = value === undefined ? `no field '${field}'` : `${shown(value)} in field '${field}'`;
  const message = `Node '${cut(id)}' has ${has}, but '${operator}' compares ${compared}, so the condition never holds; correct the value`;
  return [{ severity: 'warning', node: id, field, message }];
}
