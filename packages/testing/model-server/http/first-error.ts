import type { ErrorFacts } from '../replies/error-facts.js';

/** Runs checks in order until one finds an error. */
export function firstError(checks: Iterable<() => ErrorFacts | null>): ErrorFacts | null {
  for (const check of checks) {
    const error = check();
    if (error) return error;
  }
  return null;
}

/** Checks items in order until one has an error. */
export function firstErrorIn<T>(
  items: readonly T[],
  check: (item: T, index: number) => ErrorFacts | null,
): ErrorFacts | null {
  return firstError(items.map((item, index) => () => check(item, index)));
}
