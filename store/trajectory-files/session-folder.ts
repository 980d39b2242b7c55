import { join } from 'node:path';
import { contentHash } from '../../context/content-hash.js';
import { fileSafe } from '../../trajectory/rounds/file-safe.js';

/** Where the files of all of a user's sessions are. */
export function userFolder(folder: string, user: string): string {
  return join(folder, folderName(user));
}

/** Where the files of a session are. */
export function sessionFolder(folder: string, { user, session }: { user: string; session: string }): string {
  return join(userFolder(folder, user), folderName(session));
}

/** Names that differ, also where a file system takes `A` for `a`. */
function folderName(name: string): string {
  const lower = name.toLowerCase();
  return name === '' || lower !== name
    ? `${fileSafe(lower)}~${contentHash(JSON.stringify(name))}`
    : fileSafe(name);
}
