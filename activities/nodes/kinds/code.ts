import { evaluateCode as evaluate } from '../../../flow/code/evaluate-expression.js';
import { evaluateAtOnce } from './evaluator.js';

/** Evaluates an expression; which nodes it looks at cannot be told beforehand. */
export const evaluateCode = evaluateAtOnce<'code'>({
  names: () => undefined,
  look: async ({ config }, scope, request) => {
    const { value, writes } = await evaluate(config.expression, scope, request);
    return { output: { output: value }, asked: writes };
  },
});
