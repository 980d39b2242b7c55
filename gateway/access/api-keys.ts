import type { Authenticate } from '../gateway-env.js';

/** Short, so that a request fails before whoever asks has given up. */
const FIND_MS = 5_000;

/**
 * Makes an `authenticate` that knows the keys of `threadline keys create`, `Authorization: Bearer tl_…`. Each request is looked up, so
 * that a key that is revoked is refused with the next one.
 */
export function apiKeys(): Authenticate {
  return async ({ headers }, { client }) => {
    const key = /^Bearer (tl_[\w-]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    return key === undefined ? null : client.findKey(key, { timeoutMs: FIND_MS });
  };
}
