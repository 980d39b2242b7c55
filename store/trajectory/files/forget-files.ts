import { readdir, rm } from 'node:fs/promises';
import { sessionFolder, userFolder } from './session-folder.js';

const DELETED = { recursive: true, force: true, maxRetries: 3 };

export async function forgetFiles(folder: string, user: string): Promise<number> {
  const path = userFolder(folder, user);
  const sessions = await readdir(path).catch(() => []);
  await rm(path, DELETED);
  return sessions.length;
}

export async function forgetSessionFiles(
  folder: string,
  session: { user: string; session: string },
): Promise<void> {
  await rm(sessionFolder(folder, session), DELETED);
}
