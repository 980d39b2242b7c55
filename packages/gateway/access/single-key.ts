import { createHash, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../gateway-env.js';

/** Accepts one user's key as a bearer token. Throws if the key is empty. */
export function singleKey({
  key,
  user,
  admin,
  roles,
}: {
  key: string;
  user: string;
  admin?: boolean;
  roles?: readonly string[];
}): (request: Request) => Identity | null {
  if (key === '') throw new Error('singleKey() needs a key');
  const known = hash(`Bearer ${key}`);
  return ({ headers }) =>
    timingSafeEqual(hash(headers.get('authorization') ?? ''), known) ? { user, admin, roles } : null;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
