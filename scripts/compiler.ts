import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Other tools import the JavaScript API of `typescript`, which version 7 lacks. */
const COMPILER = join(import.meta.dirname, '../node_modules/typescript-7/bin/tsc');

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
