/** The Workflow does not know a stored row until the task that stored it ends. Retry. */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}
