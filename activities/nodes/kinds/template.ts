import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { evaluateAtOnce } from './evaluator.js';

/** Fills in the templates of a value. */
export const evaluateTemplateNode = evaluateAtOnce<'template'>({
  look: async ({ config }, scope, request) => ({
    output: { output: await computeInTurn({ kind: 'value', value: config.template, scope }, request) },
  }),
});
