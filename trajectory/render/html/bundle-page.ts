import { buildSync } from 'esbuild';
import { join } from 'node:path';

export const PAGE_FOLDER = join(import.meta.dirname, '..', 'page');

/** A page opened from disk cannot load modules. */
export function bundlePage(folder: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, 'main.js')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    // The folder's tsconfig.json is only for type checks.
    tsconfigRaw: {},
  });
  return outputFiles.map(({ text }) => text).join('');
}
