import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { secureFolder } from '../../servers/secure-folder.js';

/**
 * The key of this machine's user, which is made with its first use; only its owner may read the file. It gets its name when it is
 * whole, so that neither a process that dies nor one that starts beside it leaves or reads half a key.
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
