import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Installed under another name, because other tools import `typescript` for its JavaScript API, which version
 * 7 does not have.
 */
const COMPILER = join(import.meta.dirname, '../node_modules/typescript-7/bin/tsc');

/** Returns the problems, one per line, each with its file. */
export function compile(project: string, cwd: string): string[] {
  const args = [COMPILER, '-p', project, '--pretty', 'false'];
  const { status, signal, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status === null) throw new Error(`The compiler was ended by ${signal}`);
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}
