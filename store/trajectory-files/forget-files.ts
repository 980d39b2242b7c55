import { readdir, rm } from 'node:fs/promises';
import { sessionFolder, userFolder } from './session-folder.js';

/** Again where something is written meanwhile. */
const DELETED = { recursive: true, force: true, maxRetries: 3 };

/** Deletes the files of all of a user's sessions; returns of how many. Throws what the file system throws. */
export async function forgetFiles(folder: string, user: string): Promise<number> {
  const path = userFolder(folder, user);
  const sessions = await readdir(path).catch(() => []);
  await rm(path, DELETED);
  return sessions.length;
}

/** Deletes the files of one session. Throws what the file system throws. */
export async function forgetSessionFiles(
  folder: string,
  session: { user: string; session: string },
): Promise<void> {
  await rm(sessionFolder(folder, session), DELETED);
}
