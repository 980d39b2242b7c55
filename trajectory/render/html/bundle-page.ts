import { buildSync } from 'esbuild';
import { join } from 'node:path';

/** The page's styles and modules. */
export const PAGE_FOLDER = join(import.meta.dirname, '..', 'page');

/** Bundles a folder's modules, which `main.js` imports, into one script: a page that opens from disk can load none. */
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
    // Keeps a tsconfig.json of the folder, which is for type checks, out of the output.
    tsconfigRaw: {},
  });
  return outputFiles.map(({ text }) => text).join('');
}
