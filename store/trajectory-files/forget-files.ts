import { readdir, rm } from 'node:fs/promises';
import { sessionFolder, userFolder } from './session-folder.js';

/** Tries again if something is written to the folder meanwhile. */
const DELETED = { recursive: true, force: true, maxRetries: 3 };

/**
 * Deletes the files of all sessions of a user. Returns the number of sessions. Throws errors of the file system.
 */
export async function forgetFiles(folder: string, user: string): Promise<number> {
  const path = userFolder(folder, user);
  const sessions = await readdir(path).catch(() => []);
  await rm(path, DELETED);
  return sessions.length;
}

/** Deletes the files of one session. Throws errors of the file system. */
export async function forgetSessionFiles(
  folder: string,
  session: { user: string; session: string },
): Promise<void> {
  await rm(sessionFolder(folder, session), DELETED);
}
