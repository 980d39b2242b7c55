import { OTHER_ROUTE, type SwitchConfig, type SwitchRule } from '../kinds/switch.js';
import { conditionHolds } from './condition-holds.js';

export function chooseRoute(
  {
    rules,
    fallback = false,
    onPassed,
  }: SwitchConfig & {
    onPassed?: (rule: SwitchRule) => void;
  },
  data: unknown,
): string | null {
  const first = rules.find((rule) => {
    const holds = conditionHolds(rule, data);
    if (!holds) onPassed?.(rule);
    return holds;
  });
  return first?.route ?? (fallback ? OTHER_ROUTE : null);
}
