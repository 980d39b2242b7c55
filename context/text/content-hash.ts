import { createHash } from 'node:crypto';

/** 128 bits are collision-safe. More would enlarge manifests. */
const HASH_BYTES = 16;

export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest().subarray(0, HASH_BYTES).toString('base64url');
}
