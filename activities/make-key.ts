import { randomBytes } from 'node:crypto';

/** Nobody can guess the key, which marks untrusted text. */
export function makeKey(): string {
  return randomBytes(6).toString('hex');
}
