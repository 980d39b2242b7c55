import { existsSync, readFileSync } from 'node:fs';

/** The version of this package: its package.json is two folders up in a clone, three in an installed one. */
export function readVersion(): string {
  const files = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url));
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) return 'unknown';
  // Parse boundary: our own package.json.
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string };
  return version ?? 'unknown';
}
