import { evaluateCode as evaluate } from '../../../flow/code/evaluate-expression.js';
import { evaluateAtOnce } from './evaluator.js';

/** All nodes are in scope, because the code may read any of them. */
export const evaluateCode = evaluateAtOnce<'code'>({
  names: () => undefined,
  look: async ({ config }, scope, request) => {
    const { value, writes } = await evaluate(config.expression, scope, request);
    return { output: { output: value }, asked: writes };
  },
});
