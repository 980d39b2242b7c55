export interface ScopePlace {
  readonly loopId: string;
  readonly iteration: string;
}

export const TOP: ScopePlace = { loopId: '', iteration: '' };

/** Two parallel loops may both have an item `3`. */
export function scopeKey({ loopId, iteration }: ScopePlace): string {
  return `${loopId}/${iteration}`;
}
