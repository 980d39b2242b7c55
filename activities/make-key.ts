import { randomBytes } from 'node:crypto';

/** Makes a key of twelve letters and digits that nobody guesses, for the marks around a text that is not trusted. */
export function makeKey(): string {
  return randomBytes(6).toString('hex');
}
