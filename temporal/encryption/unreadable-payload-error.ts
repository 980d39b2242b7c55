export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError';
}
