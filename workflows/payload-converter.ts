import {
  BinaryPayloadConverter,
  CompositePayloadConverter,
  JsonPayloadConverter,
  METADATA_ENCODING_KEY,
  UndefinedPayloadConverter,
  type Payload,
  type PayloadConverter,
  type PayloadConverterWithEncoding,
} from '@temporalio/common';
import { decode, encode } from '@temporalio/common/lib/encoding.js';
import { ANSWER_ENCODING, AnswerReference } from '../protocol/answer-reference.js';
import { SEALS_FAILURES, WHY_UNREADABLE } from '../protocol/sealed-payload.js';
import { UnreadablePayload } from './unreadable-payload.js';

/** Marks answer references with an encoding of their own, so that no text of a user can pass for one. */
class AnswerPayloadConverter implements PayloadConverterWithEncoding {
  readonly encodingType = ANSWER_ENCODING;

  toPayload<T>(value: T): Payload | undefined {
    if (!(value instanceof AnswerReference)) return undefined;
    const { turnId, executionId } = value;
    return {
      metadata: { [METADATA_ENCODING_KEY]: encode(ANSWER_ENCODING) },
      data: encode(JSON.stringify({ turnId, executionId })),
    };
  }

  fromPayload(): never {
    throw new Error('An answer reference was not resolved before it left the worker');
  }
}

const converters = new CompositePayloadConverter(
  new UndefinedPayloadConverter(),
  new BinaryPayloadConverter(),
  new AnswerPayloadConverter(),
  new JsonPayloadConverter(),
);

/** Each Workflow has its own: the SDK keeps the state of modules apart. */
let isSealing = false;

/** Whether the worker encrypts, as far as this Workflow was told by what came to it. */
export function sealsFailures(): boolean {
  return isSealing;
}

/** Temporal's default converters, and ours for answers; what none can read becomes an {@link UnreadablePayload}. */
export const payloadConverter: PayloadConverter = {
  toPayload: (value, context) => converters.toPayload(value, context),
  fromPayload<T>(payload: Payload): T {
    if (payload.metadata?.[SEALS_FAILURES] != null) isSealing = true;
    try {
      return converters.fromPayload<T>(payload);
    } catch {
      // Checked by whoever takes inputs from outside; what our own Activities return is always readable.
      const why = payload.metadata?.[WHY_UNREADABLE];
      return new UnreadablePayload(why == null ? undefined : decode(why)) as T;
    }
  },
};
