import { createHash, randomBytes } from 'node:crypto';

export interface KeyParts {
  id: string;
  /** A fast hash is enough for 256 random bits. */
  hash: string;
}

/** `tl` is an API key, `tls` the token of a shared link. */
type KeyKind = 'tl' | 'tls';

export function makeKeyText(kind: KeyKind = 'tl'): string {
  return `${kind}_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;
}

export function readKeyText(text: string, kind: KeyKind = 'tl'): KeyParts | undefined {
  const [, given, id] = /^(tls?)_([0-9a-f]{12})_[\w-]{43}$/.exec(text) ?? [];
  if (id === undefined || given !== kind) return undefined;
  return { id, hash: createHash('sha256').update(text).digest('hex') };
}
