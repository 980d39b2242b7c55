import { hasTrait } from '../kinds/traits.js';
import type { SwitchNode } from '../kinds/switch.js';
import { pathNames } from '../paths/path-names.js';
import type { FlowGraph } from './flow-graph.js';

/** True with a fallback, or with a rule for each category of a categorizer. */
export function takesARoute({ byId }: Pick<FlowGraph, 'byId'>, { config }: SwitchNode): boolean {
  const { rules, fallback } = config;
  if (fallback === true) return true;
  const [first] = rules;
  const [source = '', output] = pathNames(first?.field ?? '');
  const asked = byId.get(source)?.node;
  if (!hasTrait(asked, 'categorizes') || output !== 'category') return false;
  const named = rules.filter(({ field, operator }) => field === first?.field && operator === 'equals');
  const values = new Set(named.map(({ value }) => value));
  return asked.config.categories.every(({ name }) => values.has(name));
}
