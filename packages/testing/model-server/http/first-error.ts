import type { ErrorFacts } from '../replies/error-facts.js';

export function firstError(checks: Iterable<() => ErrorFacts | null>): ErrorFacts | null {
  for (const check of checks) {
    const error = check();
    if (error) return error;
  }
  return null;
}

export function firstErrorIn<T>(
  items: readonly T[],
  check: (item: T, index: number) => ErrorFacts | null,
): ErrorFacts | null {
  return firstError(items.map((item, index) => () => check(item, index)));
}
