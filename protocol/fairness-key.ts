import { utf8Length } from './ids.js';
import { shortHash } from './short-hash.js';

/** Temporal rejects longer keys. */
const MAX_BYTES = 64;

/** Hashes a long name. Users whose hashes collide share one share. */
export function fairnessKey(user: string): string {
  return utf8Length(user) <= MAX_BYTES ? user : `user-${shortHash(user)}`;
}
