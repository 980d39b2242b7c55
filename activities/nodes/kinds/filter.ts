import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { evaluateAtOnce } from './evaluator.js';

/** Keeps the items of a list that meet the conditions. */
export const evaluateFilter = evaluateAtOnce<'filter'>({
  async look({ config }, scope, request) {
    // Computations give what JSON can hold: this one a list.
    const items = (await computeInTurn({ kind: 'filter', config, scope }, request)) as unknown[];
    return { output: { items, total: items.length } };
  },
});
