import { join } from 'node:path';
import { contentHash } from '../../../context/text/content-hash.js';
import { fileSafe } from '../../../trajectory/rounds/file-safe.js';

export function userFolder(folder: string, user: string): string {
  return join(folder, folderName(user));
}

export function sessionFolder(folder: string, { user, session }: { user: string; session: string }): string {
  return join(userFolder(folder, user), folderName(session));
}

/** Returns distinct names even for file systems that ignore case. */
function folderName(name: string): string {
  const lower = name.toLowerCase();
  return name === '' || lower !== name
    ? `${fileSafe(lower)}~${contentHash(JSON.stringify(name))}`
    : fileSafe(name);
}
