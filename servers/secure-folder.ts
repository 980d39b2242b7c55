import { chmodSync } from 'node:fs';
import { makeFolder } from './make-folder.js';

/** Makes a folder that only its owner can enter, also if it exists with a looser mode. Throws the system's error. */
export function secureFolder(folder: string): void {
  makeFolder(folder, 0o700);
  chmodSync(folder, 0o700);
}
