import type { FilterInput } from './filter-input.js';
import { LIST_FILTERS } from './list-filters.js';
import { TEXT_FILTERS } from './text-filters.js';
import { VALUE_FILTERS } from './value-filters.js';

/** Filters can also be called as methods: `{{ x.upper() }}`. */
export const FILTERS: ReadonlyMap<string, (input: FilterInput) => unknown> = new Map([
  ...VALUE_FILTERS,
  ...TEXT_FILTERS,
  ...LIST_FILTERS,
]);
