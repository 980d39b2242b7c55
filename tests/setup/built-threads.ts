import * as esbuild from 'esbuild';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { BUILDS, KEEP_LOCATIONS, ROOT } from './build-package.js';

const THREADS = [
  'files/pdf-process.ts',
  'flow/sandbox-thread.ts',
  'flow/validation/check-thread.ts',
  'models/local/embedding-thread.ts',
];
const OUTPUT = join(BUILDS, 'threads');

/** Threads start from JavaScript: with the TypeScript loader, each start takes 0.4 s of CPU more. */
export function builtThreads(): Plugin {
  return {
    name: 'built-threads',
    configResolved: () => (built ??= build()),
    transform: { filter: { id: /\/protocol\/load-source\.ts$/ }, handler: () => LOAD_BUILT },
  };
}

let built: Promise<void> | undefined;

async function build(): Promise<void> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: THREADS,
    outbase: ROOT,
    outdir: OUTPUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [KEEP_LOCATIONS],
  });
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    // Another run may be reading it.
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, contents);
    renameSync(unfinished, path);
  }
}

const LOAD_BUILT = `
const [SOURCES, BUILT] = ${JSON.stringify([pathToFileURL(ROOT).href, pathToFileURL(OUTPUT + '/').href])};
export function loadSource({ href }) {
  const file = href.replace(SOURCES, BUILT).replace(/ts$/, 'mjs');
  return 'import(' + JSON.stringify(file) + ')';
}`;
