import { utf8Length } from './ids.js';
import { shortHash } from './short-hash.js';

/** Temporal's limit. */
const MAX_BYTES = 64;

/** Long names become a hash: on a collision, two users share one share. */
export function fairnessKey(user: string): string {
  return utf8Length(user) <= MAX_BYTES ? user : `user-${shortHash(user)}`;
}
