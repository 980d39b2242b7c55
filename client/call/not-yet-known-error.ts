/** The Workflow learns of the stored row only when the storing task ends, so retry. */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}
