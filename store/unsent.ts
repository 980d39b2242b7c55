/** Errors of connections that never stood. Their codes do not tell: a socket may close before and after. */
const UNSENT = new WeakSet<object>();

/** Throws an error of connecting, and remembers that no statement was sent. */
export function throwUnsent(error: unknown): never {
  if (error instanceof Error) UNSENT.add(error);
  throw error;
}

/** Whether an error came before the statement was sent to Postgres: nothing of it can have happened. */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && UNSENT.has(error);
}
