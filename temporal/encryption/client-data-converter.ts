import type { DataConverter } from '@temporalio/common';
import type { KeyRing } from './key-ring.js';
import { createPayloadCodec } from './payload-codec.js';

export function clientDataConverter(
  keys: KeyRing | undefined,
  refusePlain?: () => Promise<void>,
): DataConverter {
  return { payloadCodecs: [createPayloadCodec(keys, refusePlain)] };
}
