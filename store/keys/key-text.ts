import { createHash, randomBytes } from 'node:crypto';

export interface KeyParts {
  id: string;
  /** 256 random bits need no slow hash. */
  hash: string;
}

export function makeKeyText(): string {
  return `tl_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;
}

export function readKeyText(text: string): KeyParts | undefined {
  const id = /^tl_([0-9a-f]{12})_[\w-]{43}$/.exec(text)?.[1];
  return id === undefined ? undefined : { id, hash: createHash('sha256').update(text).digest('hex') };
}
