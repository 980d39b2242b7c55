import type { ErrorFacts } from '../replies/error-facts.js';

/** Runs checks in order up to the first that finds an error; null when none does. */
export function firstError(checks: Iterable<() => ErrorFacts | null>): ErrorFacts | null {
  for (const check of checks) {
    const error = check();
    if (error) return error;
  }
  return null;
}

/** Checks the members of a list in order up to the first error; null when there is none. */
export function firstErrorIn<T>(
  items: readonly T[],
  check: (item: T, index: number) => ErrorFacts | null,
): ErrorFacts | null {
  return firstError(items.map((item, index) => () => check(item, index)));
}
