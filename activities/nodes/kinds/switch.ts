import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { findReferences } from '../../../flow/templates/find-references.js';
import { pathNames } from '../../../flow/paths/path-names.js';
import { evaluateAtOnce } from './evaluator.js';

interface Chosen {
  route: string | null;
  notes: string[];
}

export const evaluateSwitch = evaluateAtOnce<'switch'>({
  names: ({ config: { rules } }) => [
    ...rules.map(({ field }) => pathNames(field)[0] ?? ''),
    ...findReferences(rules.map(({ value }) => value)),
  ],
  async look({ config }, scope, request) {
    const { route, notes } = (await computeInTurn({ kind: 'switch', config, scope }, request)) as Chosen;
    return { output: { route, ...(notes.length > 0 && { notes }) }, route };
  },
  again: ({ output }) => ({ kind: 'done', route: readRoute(output) }),
});

function readRoute(output: unknown): string | null {
  const route = typeof output === 'object' && output !== null && 'route' in output ? output.route : null;
  return typeof route === 'string' ? route : null;
}
