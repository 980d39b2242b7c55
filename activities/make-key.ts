import { randomBytes } from 'node:crypto';

/** Unguessable, for the marks around untrusted text. */
export function makeKey(): string {
  return randomBytes(6).toString('hex');
}
