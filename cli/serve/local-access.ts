import { dataFile, type Config } from '../../config.js';
import { apiKeys } from '../../gateway/access/api-keys.js';
import { singleKey } from '../../gateway/access/single-key.js';
import type { Authenticate } from '../../gateway/gateway-env.js';
import { readLocalKey } from './local-key.js';

const KEY_FILE = 'gateway-key';

/** Who may ask, and where people do. */
export interface Access {
  authenticate: Authenticate;
  /** The address of the studio of a gateway, with the key, where there is one, behind the `#`, which browsers send to nobody. */
  studioAt: (url: string) => string;
}

/**
 * Who may ask a gateway that only this machine reaches: its user, by the key in the data folder, and the keys of `threadline keys`. Who
 * can read that key has the database's address, too, and so is an administrator.
 */
export function localAccess(config: Config): Access {
  const key = readLocalKey(dataFile(config, KEY_FILE));
  const [isUser, hasKey] = [singleKey({ key, user: config.user, admin: true }), apiKeys()];
  return {
    authenticate: (request, gateway) => isUser(request) ?? hasKey(request, gateway),
    studioAt: (url) => `${url}/studio/#key=${key}`,
  };
}
