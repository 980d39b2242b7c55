import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageFolder } from './package-folder.js';

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(join(findPackageFolder(), 'package.json'), 'utf8')) as {
    version?: string;
  };
  return manifest.version ?? 'unknown';
}
