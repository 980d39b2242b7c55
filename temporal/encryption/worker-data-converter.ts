import type { DataConverter, PayloadCodec } from '@temporalio/common';
import { fileURLToPath } from 'node:url';
import type { KeyRing } from './key-ring.js';
import { createWorkerCodec } from './payload-codec.js';

const FAILURE_CONVERTER = fileURLToPath(new URL('./failure-converter.cjs', import.meta.url));

/** Runs the `inner` codecs before encryption. */
export function workerDataConverter(
  keys: KeyRing | undefined,
  parts: { inner?: readonly PayloadCodec[]; onUnreadable?: ((why: string) => void) | undefined } = {},
): DataConverter {
  const { inner = [], onUnreadable } = parts;
  return {
    payloadCodecs: [...inner, createWorkerCodec(keys, onUnreadable)],
    failureConverterPath: keys && FAILURE_CONVERTER,
  };
}
