/** Which scope: the loop whose body it is, and the item. */
export interface ScopePlace {
  readonly loopId: string;
  readonly iteration: string;
}

/** The scope at the top. */
export const TOP: ScopePlace = { loopId: '', iteration: '' };

/** Key of a scope in the state. The loop is part of it: two loops side by side both have an item `3`. */
export function scopeKey({ loopId, iteration }: ScopePlace): string {
  return `${loopId}/${iteration}`;
}
