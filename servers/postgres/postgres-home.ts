import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-text.js';
import type { Account } from './postgres-account.js';

/**
 * The folder that contains the Postgres folders: the data folder, or for root a folder that the Postgres account
 * may enter.
 */
export function postgresHome(dataDir: string, account: Account | undefined): string {
  if (account === undefined) return dataDir;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return path.join('/var/tmp', `threadline-${hash}`);
}

/**
 * Creates the home of Postgres. Where everybody may create folders, another user may have created it first in
 * order to read or replace the data. So it throws unless the home is a real folder that only root can write to.
 */
export function createPostgresHome(home: string, account: Account | undefined): void {
  if (account === undefined) return;
  try {
    mkdirSync(home, { mode: 0o711 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(home);
  if (stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0) return;
  throw new Error(
    `The folder '${home}' for the Postgres data belongs to user ${stats.uid} or is open to others; remove it, then start again`,
  );
}

/** Deletes a scratch data folder, and also the home in /var/tmp if no kept data is there. */
export function removeScratch(folder: string, dataDir: string): void {
  const home = path.dirname(folder);
  rmSync(folder, { recursive: true, force: true });
  if (home === dataDir || existsSync(path.join(home, 'postgres'))) return;
  rmSync(path.join(home, 'native'), { recursive: true, force: true });
  try {
    rmdirSync(home);
  } catch {
    // The home is not empty, so it stays.
  }
}
