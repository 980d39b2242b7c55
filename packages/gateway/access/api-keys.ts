import type { Authenticate } from '../gateway-env.js';

/** Shorter than a client's timeout. */
const FIND_MS = 5_000;

/** Accepts keys from `threadline keys create` as bearer tokens. A revoked key stops working at once. */
export function apiKeys(): Authenticate {
  return async ({ headers }, { client }) => {
    const key = /^Bearer (tl_[\w-]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    return key === undefined ? null : client.findKey(key, { timeoutMs: FIND_MS });
  };
}
