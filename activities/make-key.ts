import { randomBytes } from 'node:crypto';

/** Twelve unguessable letters and digits, for the marks around untrusted text. */
export function makeKey(): string {
  return randomBytes(6).toString('hex');
}
