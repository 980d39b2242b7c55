import { createHash, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../gateway-env.js';

/** Knows one key, `Authorization: Bearer <key>`, which is that of one user. Throws where there is none. */
export function singleKey({
  key,
  user,
}: {
  key: string;
  user: string;
}): (request: Request) => Identity | null {
  if (key === '') throw new Error('singleKey() needs a key');
  const known = hashOf(`Bearer ${key}`);
  return ({ headers }) =>
    timingSafeEqual(hashOf(headers.get('authorization') ?? ''), known) ? { user } : null;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
