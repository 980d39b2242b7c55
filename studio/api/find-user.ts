import { keyHeaders } from './key.js';
import { isRefusal, send } from './request.js';

/** Finds the user of a key; undefined: the gateway rejects it. Throws if the gateway cannot be asked. */
export async function findUser(key: string): Promise<string | undefined> {
  // A header holds no other characters, so that the browser would not send it.
  if (!/^[\x20-\x7e]+$/.test(key)) return undefined;
  try {
    const { user } = await send<{ user: string }>('/api/v1/me', { headers: keyHeaders(key) });
    return user;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
