/**
 * Errors of connections that never opened. Error codes cannot show this: a socket may close before and after.
 */
const UNSENT = new WeakSet<object>();

export function throwUnsent(error: unknown): never {
  if (error instanceof Error) UNSENT.add(error);
  throw error;
}

/** Whether the statement was never sent, so it had no effect. */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && UNSENT.has(error);
}
