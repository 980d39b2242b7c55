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
  /** The studio's address, with the key after `#`, which browsers do not send. */
  studioAt: (url: string) => string;
}

/**
 * Accepts a key from `threadline keys` or the data folder's. The latter makes the machine's user an administrator:
 * anyone who can read it can also read the database's address.
 */
export function localAccess(config: Config): Access {
  const key = readLocalKey(dataFile(config, KEY_FILE));
  const [isUser, hasKey] = [singleKey({ key, user: config.user, admin: true }), apiKeys()];
  return {
    authenticate: (request, gateway) => isUser(request) ?? hasKey(request, gateway),
    studioAt: (url) => `${url}/studio/#key=${key}`,
  };
}

/**
 * Only its owner can read it. Written to another file and then linked, so that no process leaves or reads half a key.
 */
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
