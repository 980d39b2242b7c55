import type { DataConverter } from '@temporalio/common';
import type { KeyRing } from './key-ring.js';
import { createPayloadCodec } from './payload-codec.js';

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
