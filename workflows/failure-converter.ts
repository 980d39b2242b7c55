import { DefaultFailureConverter, type FailureConverter, type PayloadConverter } from '@temporalio/common';
import { sealsFailures } from './payload-converter.js';

type Failure = ReturnType<FailureConverter['errorToFailure']>;

const converter = new DefaultFailureConverter();
/** As the SDK writes it where the words of a failure are in a payload. */
const SEALED_MESSAGE = 'Encoded failure';

/**
 * Temporal's own converter. On a worker with keys the message and the stack trace of a failure, and of its causes, become a
 * payload, which is encrypted as all are. The SDK's option for it is fixed when Workflows are bundled; keys are known later.
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
