import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-text.js';
import type { Account } from './postgres-account.js';

/** The folder that holds the folders of Postgres: the data folder, or as root one that its account may enter. */
export function postgresHome(dataDir: string, account: Account | undefined): string {
  if (account === undefined) return dataDir;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return path.join('/var/tmp', `threadline-${hash}`);
}

/**
 * Creates the home of Postgres. In a folder that everybody may write to, somebody else may have made it first
 * to read or replace what goes in: throws unless it is a real folder that only root may write to.
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

/** Removes a scratch data folder, and the home in /var/tmp with it when no kept data is there. */
export function removeScratch(folder: string, dataDir: string): void {
  const home = path.dirname(folder);
  rmSync(folder, { recursive: true, force: true });
  if (home === dataDir || existsSync(path.join(home, 'postgres'))) return;
  rmSync(path.join(home, 'native'), { recursive: true, force: true });
  try {
    rmdirSync(home);
  } catch {
    // Something else is kept there.
  }
}
