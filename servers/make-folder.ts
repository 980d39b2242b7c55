import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Node's `recursive` option loops forever where creating a folder always reports a missing parent, as in `/proc`. */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
