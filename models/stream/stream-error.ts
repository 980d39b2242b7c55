/** An error by which `toModelFailure` knows that the stream, not the request, failed; its cause is what was sent. */
export function streamError(message: string, cause?: unknown): Error {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause });
  error.name = 'ModelStreamError';
  return error;
}

/** The connection was closed, or the answer has no end; `bytes` of its text and thoughts had come. */
export function cutStreamError(bytes: number): Error {
  return streamError(
    `The provider's stream ended before the answer was complete, after ${bytes} bytes of it`,
  );
}

/**
 * Whether the network, or a provider package for it, says that the answer broke off. Their words (`terminated`, `Failed
 * to process successful response`) tell nobody what happened.
 */
export function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError) return error.message === 'terminated';
  if (error.name === 'AI_InvalidResponseDataError') return error.message.includes('ended without a finish');
  return isCut(error.cause);
}
