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
import { TeamValue } from './team-value.js';
import { UnreadablePayload } from './unreadable-payload.js';

/** A user's text cannot have this encoding, so it is never read as an answer reference. */
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

/** Set per Workflow, each of which has its own copy of this module. */
let isSealing = false;

export function sealsFailures(): boolean {
  return isSealing;
}

export const payloadConverter: PayloadConverter = {
  toPayload: (value, context) =>
    converters.toPayload(value instanceof TeamValue ? value.value : value, context),
  fromPayload<T>(payload: Payload): T {
    if (payload.metadata?.[SEALS_FAILURES] != null) isSealing = true;
    try {
      return converters.fromPayload<T>(payload);
    } catch {
      // Returns a value instead of throwing: code that reads untrusted input checks for it.
      const why = payload.metadata?.[WHY_UNREADABLE];
      return new UnreadablePayload(why == null ? undefined : decode(why)) as T;
    }
  },
};
