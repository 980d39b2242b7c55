import type { ReadCode } from './read-code-nodes.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from './shown.js';

/** Reports code that is not JavaScript. */
export function checkCode(codes: readonly ReadCode[]): FlowProblem[] {
  return codes.flatMap(({ node, field, problem }): FlowProblem[] => {
    if (problem === undefined) return [];
    const message = `Node '${cut(node)}' has code in field '${field}' that is no JavaScript: ${problem}; write an expression, or statements with a 'return'`;
    return [{ severity: 'error', node, field, message }];
  });
}
