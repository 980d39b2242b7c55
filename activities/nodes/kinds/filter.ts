import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { evaluateAtOnce } from './evaluator.js';

interface Kept {
  items: unknown[];
  notes: string[];
}

/** Keeps the items of a list that meet the conditions. */
export const evaluateFilter = evaluateAtOnce<'filter'>({
  async look({ config }, scope, request) {
    // Computations give what JSON can hold: this one the items that are kept.
    const kept = (await computeInTurn({ kind: 'filter', config, scope }, request)) as Kept;
    const { items, notes } = kept;
    return { output: { items, total: items.length, ...(notes.length > 0 && { notes }) } };
  },
});
