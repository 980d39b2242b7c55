import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');
/** The hash of the installed lock file. `npm ci` deletes it with the folder. */
const MARKER = 'node_modules/.installed-lock';

/** Few commands need these packages, so `npm ci` omits them. Throws if npm fails. */
export function installExtra(folder: string): void {
  const home = resolve(ROOT, folder);
  const hash = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex');
  const marker = join(home, MARKER);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return;
  console.error(`Installing the packages of ${folder}`);
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: home,
    // Callers may print a result, so npm's output goes to standard error.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`'npm ci' failed in ${home}`, { cause: error });
  writeFileSync(marker, hash);
}
