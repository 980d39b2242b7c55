import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-text.js';
import { postgresAccount, type Account } from './postgres-account.js';

/**
 * The folder with the Postgres folders: the data folder, or for root a folder that the Postgres account may
 * enter.
 */
export function postgresHome(dataDir: string, account: Account | undefined): string {
  return account === undefined ? dataDir : path.join('/var/tmp', homeName(dataDir));
}

export function homeName(dataDir: string): string {
  return `threadline-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/**
 * Creates a home outside the data folder. In a world-writable place another user may have created it to read or
 * replace the data, so it throws unless the home is a real folder that only the current user can write to.
 */
export function createPostgresHome(home: string): void {
  try {
    // Root's Postgres runs as another account, which must be able to enter.
    mkdirSync(home, { mode: 0o711 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(home);
  if (stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0) return;
  throw new Error(
    `The folder '${home}' for the Postgres data belongs to user ${stats.uid} or is open to others; remove it, then start again`,
  );
}

/** Deletes a scratch data folder, and each home outside the data folder without persistent data. */
export function removeScratch(folder: string, dataDir: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const home of new Set([path.dirname(folder), postgresHome(dataDir, postgresAccount())]))
    if (home !== dataDir && !existsSync(path.join(home, 'postgres'))) removeHome(home);
}

function removeHome(home: string): void {
  rmSync(path.join(home, 'native'), { recursive: true, force: true });
  try {
    rmdirSync(home);
  } catch {
    // It is not empty, or another start removed it.
  }
}
