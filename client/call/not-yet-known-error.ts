/** The Workflow does not know a stored row yet, because the task that stored it has not ended. Retry. */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}
