import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const MAX_FIRST_LOAD_BYTES = 300 * 1_024;

/** Counts the bytes after compression. */
export function measureFirstLoad(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'));
  const named = [...page.toString().matchAll(/(?:src|href)="\/studio\/([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  const files = [page, ...named.map((path) => readFileSync(join(folder, path)))];
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}
