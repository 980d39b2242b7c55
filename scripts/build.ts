import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';

const ROOT = dirname(import.meta.dirname);
const OUTPUT = join(ROOT, 'dist');
/** Have files that are no TypeScript: scripts for other processes and for the browser, requirements for pip. */
const MIXED_FOLDERS = ['servers', 'trajectory/render/page'];

process.exitCode = build();

/** Builds `dist/`, which is what the package ships: JavaScript, types, and the files that are read as they are. */
function build(): number {
  rmSync(OUTPUT, { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) return 1;
  for (const folder of MIXED_FOLDERS) {
    cpSync(join(ROOT, folder), join(OUTPUT, folder), {
      recursive: true,
      filter: (source) => extname(source) !== '.ts' && basename(source) !== 'tsconfig.json',
    });
  }
  return 0;
}
