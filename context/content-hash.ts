import { createHash } from 'node:crypto';

/** Bytes of a hash that are kept: nobody finds two texts with the same 128 bits, and manifests hold several. */
const HASH_BYTES = 16;

/** The hash by which a text of ours, or a request, is known again: 22 characters. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest().subarray(0, HASH_BYTES).toString('base64url');
}
