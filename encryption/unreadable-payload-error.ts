/** Thrown for a payload that no key here opens; its message names the key and the remedy. */
export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError';
}
