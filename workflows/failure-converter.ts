import { DefaultFailureConverter, type FailureConverter, type PayloadConverter } from '@temporalio/common';
import { sealsFailures } from './payload-converter.js';

type Failure = ReturnType<FailureConverter['errorToFailure']>;

const converter = new DefaultFailureConverter();
/** The SDK's text for a message that is in an encoded payload. */
const SEALED_MESSAGE = 'Encoded failure';

/**
 * With keys, moves message and stack trace into an encrypted payload. The SDK fixes its own option when
 * Workflows are bundled, before the keys are known.
 */
export const failureConverter: FailureConverter = {
  errorToFailure(error, payloadConverter, context) {
    const failure = converter.errorToFailure(error, payloadConverter, context);
    return sealsFailures() ? seal(failure) : failure;

    function seal(plain: Failure): Failure {
      const cause = plain.cause ? seal(plain.cause) : plain.cause;
      return plain.message === SEALED_MESSAGE && plain.encodedAttributes
        ? { ...plain, cause }
        : { ...plain, ...sealedWords(plain, (words) => payloadConverter.toPayload(words, context)), cause };
    }
  },
  failureToError: (failure, payloadConverter, context) =>
    converter.failureToError(failure, payloadConverter, context),
};

function sealedWords(
  { message, stackTrace }: Failure,
  toPayload: (words: unknown) => ReturnType<PayloadConverter['toPayload']>,
): Failure {
  return {
    message: SEALED_MESSAGE,
    stackTrace: '',
    encodedAttributes: toPayload({ message, stack_trace: stackTrace }),
  };
}
