import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { secureFolder } from '../../servers/secure-folder.js';

/**
 * Created on first use, readable only by its owner. Written to another file and then linked, so that no process
 * leaves or reads half a key.
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
