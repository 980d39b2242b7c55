/** No available key decrypts the payload. The message names the key and the remedy. */
export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError';
}
