import {
  METADATA_ENCODING_KEY,
  type Payload,
  type PayloadCodec,
  type SerializationContext,
} from '@temporalio/common';
import { encode } from '@temporalio/common/lib/encoding.js';
import { SEALS_FAILURES, WHY_UNREADABLE } from '../../protocol/sealed-payload.js';
import { listIds, type KeyRing } from './key-ring.js';
import { isSealed, openPayload, sealPayload } from './seal-payload.js';
import { UnreadablePayloadError } from './unreadable-payload-error.js';

/** Passes on unencrypted payloads, which were written before the keys were configured. */
export function createPayloadCodec(
  keys: KeyRing | undefined,
  refusePlain: () => Promise<void> = () => Promise.resolve(),
): PayloadCodec {
  return {
    async encode(payloads, context) {
      if (!keys) await refusePlain();
      return payloads.map((payload) => seal(payload, keys, context));
    },
    decode: (payloads, context) =>
      settled(() =>
        payloads.map((payload) => (isSealed(payload) ? openPayload(payload, keys, idIn(context)) : payload)),
      ),
  };
}

/**
 * Replaces unreadable input of a Workflow by a marker: anyone may send it, and a throw would fail the
 * Workflow Task repeatedly. Throws for payloads that only workers write.
 */
export function createWorkerCodec(
  keys: KeyRing | undefined,
  onUnreadable: (why: string) => void = () => undefined,
): PayloadCodec {
  const mark = keys && { [SEALS_FAILURES]: new Uint8Array() };
  return {
    encode: (payloads, context) => settled(() => payloads.map((payload) => seal(payload, keys, context))),
    decode: (payloads, context) => settled(() => payloads.map((payload) => open(payload, context))),
  };

  function open(payload: Payload, context: SerializationContext | undefined): Payload {
    const opened = isSealed(payload) ? openOrSayWhy(payload, context) : takePlain(payload, context);
    return mark ? { ...opened, metadata: { ...opened.metadata, ...mark } } : opened;
  }

  function takePlain(payload: Payload, context: SerializationContext | undefined): Payload {
    if (keys?.refusesPlain !== true || context?.type !== 'workflow') return payload;
    const why = `A payload is not encrypted, and this worker refuses unencrypted payloads ('encryption.plain'): encrypt it with one of the keys ${listIds(keys.keys)}`;
    onUnreadable(why);
    // An encoding that no payload converter knows.
    return { metadata: { [METADATA_ENCODING_KEY]: encode('refused'), [WHY_UNREADABLE]: encode(why) } };
  }

  function openOrSayWhy(payload: Payload, context: SerializationContext | undefined): Payload {
    try {
      return openPayload(payload, keys, idIn(context));
    } catch (error) {
      if (!(error instanceof UnreadablePayloadError)) throw error;
      onUnreadable(error.message);
      if (context?.type === 'activity') throw error;
      return { ...payload, metadata: { ...payload.metadata, [WHY_UNREADABLE]: encode(error.message) } };
    }
  }
}

function seal(
  payload: Payload,
  keys: KeyRing | undefined,
  context: SerializationContext | undefined,
): Payload {
  return !keys || isSealed(payload) ? payload : sealPayload(payload, keys, idIn(context));
}

function idIn(context: SerializationContext | undefined): string | undefined {
  return context?.workflowId;
}

function settled<Result>(perform: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(perform()));
}
