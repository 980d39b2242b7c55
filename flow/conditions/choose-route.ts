import { OTHER_ROUTE, type SwitchConfig } from '../kinds/switch.js';
import { conditionHolds } from './condition-holds.js';

/** The route of the first rule that holds; with none `__other__` when there is a fallback, else null. */
export function chooseRoute({ rules, fallback = false }: SwitchConfig, data: unknown): string | null {
  const first = rules.find((rule) => conditionHolds(rule, data));
  return first?.route ?? (fallback ? OTHER_ROUTE : null);
}
