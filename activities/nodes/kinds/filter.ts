import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { evaluateAtOnce } from './evaluator.js';

interface Kept {
  items: unknown[];
  notes: string[];
}

export const evaluateFilter = evaluateAtOnce<'filter'>({
  async look({ config }, scope, request) {
    const kept = (await computeInTurn({ kind: 'filter', config, scope }, request)) as Kept;
    const { items, notes } = kept;
    return { output: { items, total: items.length, ...(notes.length > 0 && { notes }) } };
  },
});
