import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { secureFolder } from '../../servers/secure-folder.js';

const MAX_BYTES = 10_000_000;

/** Readable only by its owner; renames a large old one. */
export function openLog(file: string): { write: (line: string) => void; close: () => Promise<void> } {
  secureFolder(dirname(file));
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not end the chat.
  stream.on('error', () => undefined);
  return {
    write: (line) => void stream.write(`${line}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
