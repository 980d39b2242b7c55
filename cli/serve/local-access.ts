import { dataFile, type Config } from '../../config.js';
import { apiKeys } from '../../packages/gateway/access/api-keys.js';
import { singleKey } from '../../packages/gateway/access/single-key.js';
import type { Authenticate } from '../../packages/gateway/gateway-env.js';
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { secureFolder } from '../../servers/secure-folder.js';

const KEY_FILE = 'gateway-key';

export interface Access {
  authenticate: Authenticate;
  /** Browsers do not send the key, which follows `#`. */
  studioAt: (url: string) => string;
}

/** Makes the key's owner an administrator, because its folder also contains the database's address. */
export function localAccess(config: Config): Access {
  const key = readLocalKey(dataFile(config, KEY_FILE));
  const [isUser, hasKey] = [singleKey({ key, user: config.user, admin: true }), apiKeys()];
  return {
    authenticate: (request, gateway) => isUser(request) ?? hasKey(request, gateway),
    studioAt: (url) => `${url}/studio/#key=${key}`,
  };
}

/** Writes another file and links it, so that nobody reads half a key. */
export function readLocalKey(file: string): string {
  secureFolder(dirname(file));
  const written = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(written, `tl_${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(written, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
