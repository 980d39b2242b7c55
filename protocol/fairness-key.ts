import { utf8Length } from './ids.js';
import { shortHash } from './short-hash.js';

/** Temporal rejects longer keys. */
const MAX_BYTES = 64;

/** Users whose hashes collide get one share. */
export function fairnessKey(user: string): string {
  return utf8Length(user) <= MAX_BYTES ? user : `user-${shortHash(user)}`;
}
