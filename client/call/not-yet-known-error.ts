/** Retry: the row is stored, but the Workflow learns of it only when the storing task ends. */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}
