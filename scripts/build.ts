import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { buildStudio } from './build-studio/build-studio.js';
import { writeWorkflowBundle } from './write-workflow-bundle.js';
import { BUNDLE, bundlePage, PAGE_FOLDER } from '../trajectory/render/html/bundle-page.js';

const ROOT = dirname(import.meta.dirname);
const OUTPUT = join(ROOT, 'dist');

process.exitCode = await build();

/** Builds `dist/`, which is what the package ships: JavaScript, types, and the files that are read as they are. */
async function build(): Promise<number> {
  rmSync(OUTPUT, { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) return 1;
  copyOtherFiles();
  buildPage();
  await buildStudio();
  await writeWorkflowBundle({ root: ROOT, output: OUTPUT });
  return 0;
}

/** Copies what is no TypeScript: scripts for other processes, requirements for pip, the module that the SDK requires. */
function copyOtherFiles(): void {
  for (const folder of ['servers', 'encryption'])
    cpSync(join(ROOT, folder), join(OUTPUT, folder), {
      recursive: true,
      filter: (source) => extname(source) !== '.ts',
    });
}

/** Writes the trajectory page's styles as they are, and its modules as one script. */
function buildPage(): void {
  const folder = join(OUTPUT, relative(ROOT, PAGE_FOLDER));
  mkdirSync(folder, { recursive: true });
  cpSync(PAGE_FOLDER, folder, {
    recursive: true,
    filter: (source) => source === PAGE_FOLDER || extname(source) === '.css',
  });
  writeFileSync(join(folder, BUNDLE), bundlePage(PAGE_FOLDER));
}
