/**
 * Thrown by a tool for a temporary failure, such as a busy service. The call is tried as often as the
 * tool's `retry` allows. Any error with the property `temporary: true` is treated the same.
 */
export class TemporaryError extends Error {
  override readonly name = 'TemporaryError';
  readonly temporary = true;
}

export function isTemporary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'temporary' in error && error.temporary === true;
}
