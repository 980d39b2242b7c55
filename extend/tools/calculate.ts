import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { evaluateArithmetic } from './evaluate-arithmetic.js';

/** Offered, because a model only guesses at long numbers. */
export const calculate = defineTool({
  name: 'calculate',
  description: 'Evaluates an arithmetic expression with + - * / % ^ and parentheses.',
  input: z.object({
    expression: z.string().max(1_000).describe('For example (12.5 * 3) / 4'),
  }),
  retry: 'safe',
  execute: ({ expression }) => ({ expression, result: evaluateArithmetic(expression) }),
});
