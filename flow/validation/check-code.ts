import type { ReadCode } from './read-code-nodes.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';

export function checkCode(codes: readonly ReadCode[]): FlowProblem[] {
  return codes.flatMap(({ node, field, problem, isPromise }): FlowProblem[] => {
    const place = { severity: 'error', node, field } as const;
    const has = `Node '${cut(node)}' has code in field '${field}'`;
    if (isPromise)
      return [
        {
          ...place,
          message: `${has} that returns a promise, and nothing waits for one; return the value itself, without async`,
        },
      ];
    if (!problem) return [];
    const message = `${has} that is not JavaScript: ${problem}; write an expression, or statements with a 'return'`;
    return [{ ...place, message }];
  });
}
