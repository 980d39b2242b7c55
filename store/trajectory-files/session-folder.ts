import { join } from 'node:path';
import { contentHash } from '../../context/content-hash.js';
import { fileSafe } from '../../trajectory/rounds/file-safe.js';

/** The folder with the files of all sessions of a user. */
export function userFolder(folder: string, user: string): string {
  return join(folder, folderName(user));
}

/** The folder with the files of one session. */
export function sessionFolder(folder: string, { user, session }: { user: string; session: string }): string {
  return join(userFolder(folder, user), folderName(session));
}

/** Encodes a name so that two names never share a folder, even where a file system treats `A` and `a` alike. */
function folderName(name: string): string {
  const lower = name.toLowerCase();
  return name === '' || lower !== name
    ? `${fileSafe(lower)}~${contentHash(JSON.stringify(name))}`
    : fileSafe(name);
}
