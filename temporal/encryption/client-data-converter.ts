import type { DataConverter } from '@temporalio/common';
import type { KeyRing } from './key-ring.js';
import { createPayloadCodec } from './payload-codec.js';

/**
 * The converter for Temporal clients and readers of histories. `refusePlain` runs before an unencrypted
 * payload is sent, and throws where that is not allowed.
 */
export function clientDataConverter(
  keys: KeyRing | undefined,
  refusePlain?: () => Promise<void>,
): DataConverter {
  return { payloadCodecs: [createPayloadCodec(keys, refusePlain)] };
}
