import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { evaluateAtOnce } from './evaluator.js';

export const evaluateTemplateNode = evaluateAtOnce<'template'>({
  look: async ({ config }, scope, request) => ({
    output: { output: await computeInTurn({ kind: 'value', value: config.template, scope }, request) },
  }),
});
