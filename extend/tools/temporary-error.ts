/** A temporary failure, tried as often as `retry` allows. Any error with `temporary: true` counts. */
export class TemporaryError extends Error {
  override readonly name = 'TemporaryError';
  readonly temporary = true;
}

export function isTemporary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'temporary' in error && error.temporary === true;
}
