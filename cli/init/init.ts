import { existsSync, mkdirSync, readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Output } from '../format/output.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { completeManifest, type OwnManifest } from './complete-manifest.js';
import { findPackageFolder } from '../program/package-folder.js';

type FileOutcome = 'written' | 'completed' | 'unchanged' | 'kept';

interface WrittenFile {
  path: string;
  outcome: FileOutcome;
}

const MANIFEST = 'package.json';

interface NextStep {
  command: string;
  purpose: string;
}

const NEXT: readonly NextStep[] = [
  { command: 'npm install', purpose: 'install Threadline and the test tools' },
  { command: 'npx threadline dev', purpose: 'chat with the offline model, or with THREADLINE_MODEL' },
  { command: 'npx vitest run', purpose: 'run the first test, on real servers' },
  { command: 'cp .env.example .env', purpose: 'then change the passwords in it' },
  { command: 'docker compose up --build --wait', purpose: 'run everything in containers' },
];

interface ProjectFile {
  readonly path: string;
  readonly content: string;
}

/** TypeScript would apply a file in `template/` to the template. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['**/*.ts'],
};

/** Overwrites no file; returns 1 if one differs. Throws before writing if package.json is not a JSON object. */
export function runInit(path: string, output: Output): number {
  const folder = resolve(path);
  const manifest = planManifest(folder);
  const files = [manifest, ...listProjectFiles().map((file) => writeNew(folder, file))];
  if (manifest.outcome !== 'unchanged') writeFile(join(folder, MANIFEST), manifest.content, 'w');
  const written = files.map(({ path: name, outcome }): WrittenFile => ({ path: name, outcome }));
  const next = path === '.' ? NEXT : [{ command: `cd "${path}"`, purpose: "the project's folder" }, ...NEXT];
  output.result({ folder, files: written, next }, () => describe({ folder, files: written, next }));
  const kept = written.filter(({ outcome }) => outcome === 'kept').map((file) => file.path);
  if (kept.length === 0) return EXIT_CODES.ok;
  output.note(
    `Kept with other content: ${kept.join(', ')}. To compare, run 'threadline init' for another folder`,
  );
  return EXIT_CODES.failed;
}

function planManifest(folder: string): WrittenFile & { content: string } {
  const file = join(folder, MANIFEST);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const content = completeManifest({ before, folder, own: readOwnManifest() });
  const outcome = before === undefined ? 'written' : before === content ? 'unchanged' : 'completed';
  return { path: MANIFEST, outcome, content };
}

function writeNew(folder: string, { path, content }: ProjectFile): WrittenFile {
  const file = join(folder, path);
  try {
    writeFile(file, content, 'wx');
    return { path, outcome: 'written' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { path, outcome: readFileSync(file, 'utf8') === content ? 'unchanged' : 'kept' };
  }
}

function writeFile(file: string, content: string, flag: 'w' | 'wx'): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { flag });
}

interface InitResult {
  folder: string;
  files: readonly WrittenFile[];
  next: readonly NextStep[];
}

function describe({ folder, files, next }: InitResult): string {
  const width = Math.max(...next.map(({ command }) => command.length));
  return [
    `Project in ${folder}:`,
    ...files.map(({ path, outcome }) => `  ${outcome.padEnd('completed'.length)}  ${path}`),
    '',
    'Next:',
    ...next.map(({ command, purpose }) => `  ${command.padEnd(width)}  # ${purpose}`),
  ].join('\n');
}

function listProjectFiles(): ProjectFile[] {
  const folder = join(findPackageFolder(), 'template');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((name) => ({
      path: withDots(name.replaceAll(sep, '/')),
      content: readFileSync(join(folder, name), 'utf8'),
    }));
  files.push({ path: 'tsconfig.json', content: `${JSON.stringify(TSCONFIG, null, 2)}\n` });
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** npm does not pack `.gitignore`, so names in `template/` begin with `_`. */
function withDots(path: string): string {
  return path.replaceAll(/(^|\/)_/g, '$1.');
}

function readOwnManifest(): OwnManifest {
  return JSON.parse(readFileSync(join(findPackageFolder(), 'package.json'), 'utf8')) as OwnManifest;
}
