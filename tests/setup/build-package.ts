import * as esbuild from 'esbuild';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pageTemplateModule } from '../../trajectory/render/page-template.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const BUILDS = join(ROOT, 'node_modules', '.cache', 'threadline-tests');
const SHIPPED = ['package.json', 'bin', 'docs/flow.schema.json'];
const OTHER_FOLDERS = new Set([
  'bin',
  'dist',
  'docs',
  'examples',
  'node_modules',
  'packages',
  'scripts',
  'tests',
]);
const SHIPPED_PACKAGES = ['packages/gateway', 'packages/testing'];

export interface BuiltPackage {
  readonly command: string;
  readonly workerMain: string;
  remove(): void;
}

const shared = globalThis as { threadlineTestPackage?: Promise<BuiltPackage> };

export function buildPackage(): Promise<BuiltPackage> {
  return (shared.threadlineTestPackage ??= build());
}

async function build(): Promise<BuiltPackage> {
  mkdirSync(BUILDS, { recursive: true });
  const folder = await mkdtemp(join(BUILDS, 'package-'));
  for (const path of SHIPPED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !OTHER_FOLDERS.has(entry.name))
    .map(({ name }) => name);
  const sources = [...folders, ...SHIPPED_PACKAGES];
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [
      'index.ts',
      'config.ts',
      'define-config.ts',
      ...sources.map((name) => `${name}/**/*.ts`),
    ].filter((path) => path.includes('*') || existsSync(join(ROOT, path))),
    outbase: ROOT,
    outdir: join(folder, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  for (const name of sources)
    cpSync(join(ROOT, name), join(folder, 'dist', name), {
      recursive: true,
      filter: (source) => extname(source) !== '.ts',
    });
  writeFileSync(join(folder, 'dist/trajectory/render/page-template.js'), pageTemplateModule());
  return {
    command: join(folder, 'bin', 'threadline.js'),
    workerMain: await bundleWorker(join(folder, 'dist')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function bundleWorker(dist: string): Promise<string> {
  const outfile = join(dist, 'worker-process.js');
  await esbuild.build({
    entryPoints: [join(dist, 'packages', 'testing', 'worker-process-main.js')],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [KEEP_LOCATIONS],
  });
  return outfile;
}

export const KEEP_LOCATIONS: esbuild.Plugin = {
  name: 'keep-locations',
  setup(build) {
    build.onLoad({ filter: /\.[jt]s$/ }, ({ path }) => ({
      loader: path.endsWith('.ts') ? 'ts' : 'js',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }));
  },
};
