import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Without a PATH, the shell passes each command's words to this function. Separators are 0, 1 and 2.
 */
const RECORDER = `
command_not_found_handle() { printf '%s\\0' "$@" $'\\1' >&3; }
cd() { command_not_found_handle cd "$@"; }
for script; do
  ( eval "$script" )
  printf '\\2' >&3
  printf '\\2' >&2
done`;

export interface ReadScript {
  commands: string[][];
  errors: string;
}

export function readScripts(scripts: readonly string[], files: readonly string[]): ReadScript[] {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-docs-'));
  try {
    for (const file of files) writeFileSync(join(folder, file), '');
    const { output } = spawnSync('/bin/bash', ['--norc', '-c', RECORDER, 'bash', ...scripts], {
      cwd: folder,
      env: { PATH: '/none', AUTH: 'authorization: x', API: '/api/v1' },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    const [, , errors = '', words = ''] = output.map((text) => text ?? '');
    const [errorsOf, wordsOf] = [errors.split('\u0002'), words.split('\u0002')];
    return scripts.map((_, index) => ({
      commands: (wordsOf[index] ?? '')
        .split('\u0001\0')
        .slice(0, -1)
        .map((command) => command.split('\0').slice(0, -1)),
      errors: errorsOf[index] ?? '',
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
