import type { FilterConfig } from '../kinds/filter.js';
import { conditionHolds } from './condition-holds.js';

export function filterItems(
  items: readonly unknown[],
  { conditions, match = 'all' }: Pick<FilterConfig, 'conditions' | 'match'>,
): unknown[] {
  if (conditions.length === 0) return [...items];
  return items.filter((item) =>
    match === 'any'
      ? conditions.some((condition) => conditionHolds(condition, item))
      : conditions.every((condition) => conditionHolds(condition, item)),
  );
}
