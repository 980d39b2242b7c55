import { chmodSync } from 'node:fs';
import { makeFolder } from './make-folder.js';

export function secureFolder(folder: string): void {
  makeFolder(folder, 0o700);
  chmodSync(folder, 0o700);
}
