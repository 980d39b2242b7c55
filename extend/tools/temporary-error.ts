/** Retried as the tool's `retry` allows. Any error with `temporary: true` works, too. */
export class TemporaryError extends Error {
  override readonly name = 'TemporaryError';
  readonly temporary = true;
}

export function isTemporary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'temporary' in error && error.temporary === true;
}
