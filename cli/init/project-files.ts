import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { findPackageFolder } from '../program/package-folder.js';
import type { OwnManifest } from './complete-manifest.js';

export interface ProjectFile {
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

export function listProjectFiles(): ProjectFile[] {
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

export function readOwnManifest(): OwnManifest {
  return JSON.parse(readFileSync(join(findPackageFolder(), 'package.json'), 'utf8')) as OwnManifest;
}
