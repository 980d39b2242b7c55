/**
 * Thrown by a tool for what will pass, such as a service that is busy: the call is tried again as often as the tool's
 * `retry` says. Any error with the property `temporary: true` counts as one.
 */
export class TemporaryError extends Error {
  override readonly name = 'TemporaryError';
  readonly temporary = true;
}

/** Whether what a tool threw says that it will pass. */
export function isTemporary(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'temporary' in error && error.temporary === true;
}
