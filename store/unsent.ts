/**
 * Remembers errors of statements that were never sent. Error codes cannot show it: a socket may close before
 * or after.
 */
const UNSENT = new WeakSet<object>();

export function throwUnsent(error: unknown): never {
  if (error instanceof Error) UNSENT.add(error);
  throw error;
}

export function isUnsent(error: unknown): boolean {
  return error instanceof Error && UNSENT.has(error);
}
