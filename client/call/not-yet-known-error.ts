/**
 * A Workflow does not know of something that its rows have: the task that stored it has not ended. Another try finds
 * it known.
 */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}
