import { randomBytes } from 'node:crypto';

/** Returns a key to mark untrusted text with. Nobody can guess it. */
export function makeKey(): string {
  return randomBytes(6).toString('hex');
}
