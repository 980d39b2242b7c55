import { keyHeaders } from './key.js';
import { isRefusal, send } from './request.js';

/** Undefined if the gateway rejects the key. Throws if the gateway is unreachable. */
export async function findUser(key: string): Promise<string | undefined> {
  if (!/^[\x20-\x7e]+$/.test(key)) return undefined;
  try {
    const { user } = await send<{ user: string }>('/api/v1/me', { headers: keyHeaders(key) });
    return user;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
