import { chmodSync } from 'node:fs';
import { makeFolder } from './make-folder.js';

/** Creates a folder that only its owner can enter, or restricts an existing one. Throws the system's error. */
export function secureFolder(folder: string): void {
  makeFolder(folder, 0o700);
  chmodSync(folder, 0o700);
}
