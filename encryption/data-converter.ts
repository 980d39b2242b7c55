import type { DataConverter, PayloadCodec } from '@temporalio/common';
import { fileURLToPath } from 'node:url';
import type { KeyRing } from './key-ring.js';
import { createPayloadCodec, createWorkerCodec } from './payload-codec.js';

const FAILURE_CONVERTER = fileURLToPath(new URL('./failure-converter.cjs', import.meta.url));

/**
 * The converter of a client of Temporal, or of who reads histories. `refusePlain` is asked before anything leaves that is
 * not encrypted, and throws where it must not.
 */
export function clientDataConverter(
  keys: KeyRing | undefined,
  refusePlain?: () => Promise<void>,
): DataConverter {
  return { payloadCodecs: [createPayloadCodec(keys, refusePlain)] };
}

/** The converter of a worker: with keys the texts of failures are encrypted, too. `inner` come before encryption. */
export function workerDataConverter(
  keys: KeyRing | undefined,
  parts: { inner?: readonly PayloadCodec[]; onUnreadable?: ((why: string) => void) | undefined } = {},
): DataConverter {
  const { inner = [], onUnreadable } = parts;
  return {
    payloadCodecs: [...inner, createWorkerCodec(keys, onUnreadable)],
    failureConverterPath: keys === undefined ? undefined : FAILURE_CONVERTER,
  };
}
