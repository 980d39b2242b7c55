import { buildSync } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page's styles, and beside them its modules in a clone, their bundle in the built package. */
export const PAGE_FOLDER = join(import.meta.dirname, '..', 'page');
/** Written by the build in place of the modules. */
export const BUNDLE = 'bundle.js';

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

/** Reads the bundle that the build left in a folder; in a clone, which has none, bundles the folder's modules. */
export function readBundle(folder: string): string {
  const file = join(folder, BUNDLE);
  return existsSync(file) ? readFileSync(file, 'utf8') : bundlePage(folder);
}
