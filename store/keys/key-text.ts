import { createHash, randomBytes } from 'node:crypto';

/** The stored form of a key: its name and its hash, never the key. */
export interface KeyParts {
  id: string;
  /** SHA-256 of the whole key. Nobody guesses 256 random bits, so that a slow hash would protect nothing. */
  hash: string;
}

/** Makes a key: `tl_<id>_<256 random bits>`. */
export function makeKeyText(): string {
  return `tl_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;
}

/** Reads what a key is known by; undefined: it has not the form of one. */
export function readKeyText(text: string): KeyParts | undefined {
  const id = /^tl_([0-9a-f]{12})_[\w-]{43}$/.exec(text)?.[1];
  return id === undefined ? undefined : { id, hash: createHash('sha256').update(text).digest('hex') };
}
