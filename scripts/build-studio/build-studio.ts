import { renameSync, rmSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { gzipSync } from 'node:zlib';
import { STUDIO_OUTPUT } from '../../packages/studio/vite.config.js';

export const MAX_FIRST_LOAD_BYTES = 300 * 1_024;

const CONFIG = join(import.meta.dirname, '..', '..', 'packages', 'studio', 'vite.config.ts');

/** Atomic, so that a gateway never reads half a build. */
export async function buildStudio(): Promise<void> {
  const [made, before] = [`${STUDIO_OUTPUT}.made.${process.pid}`, `${STUDIO_OUTPUT}.before.${process.pid}`];
  await build({ configFile: CONFIG, logLevel: 'warn', build: { outDir: made } });
  moveAway(before);
  renameSync(made, STUDIO_OUTPUT);
  rmSync(before, { recursive: true, force: true });
  const bytes = measureFirstLoad(STUDIO_OUTPUT);
  if (bytes > MAX_FIRST_LOAD_BYTES)
    throw new Error(
      `The first load of the studio has ${bytes} compressed bytes, more than ${MAX_FIRST_LOAD_BYTES}: load a part of it when it is shown`,
    );
}

function moveAway(to: string): void {
  try {
    renameSync(STUDIO_OUTPUT, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

export function measureFirstLoad(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'));
  const named = [...page.toString().matchAll(/(?:src|href)="\/studio\/([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  const files = [page, ...named.map((path) => readFileSync(join(folder, path)))];
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
}
