/** Retry: the Workflow learns of a stored row when the storing task ends. */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}
