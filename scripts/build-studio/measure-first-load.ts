import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The size, in compressed bytes, that the first load of the studio may have. */
export const MOST_FIRST_LOAD_BYTES = 400 * 1_024;

/** Measures the files that a browser loads before it shows anything, compressed: the page and all that it names. */
export function measureFirstLoad(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'));
  const named = [...page.toString().matchAll(/(?:src|href)="\/studio\/([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  const files = [page, ...named.map((path) => readFileSync(join(folder, path)))];
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}
