import { randomBytes } from 'node:crypto';

/** Returns a key that nobody can guess, to mark untrusted text. */
export function makeKey(): string {
  return randomBytes(6).toString('hex');
}
