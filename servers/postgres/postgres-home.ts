import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-text.js';
import { postgresAccount, type Account } from './postgres-account.js';

/** The data folder, or for root a folder that Postgres' account may enter. */
export function postgresHome(dataDir: string, account: Account | undefined): string {
  return account ? path.join('/var/tmp', homeName(dataDir)) : dataDir;
}

export function homeName(dataDir: string): string {
  return `threadline-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/** Throws if another user may have created this folder, as in a world-writable place. */
export function createPostgresHome(home: string): void {
  try {
    mkdirSync(home, { mode: 0o711 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(home);
  if (stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0) return;
  throw new Error(
    `The folder '${home}' for the Postgres data belongs to user ${stats.uid} or is accessible to others; remove it, then start again`,
  );
}

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
    // The folder is not empty, or another start has removed it.
  }
}
