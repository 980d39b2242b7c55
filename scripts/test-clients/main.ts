import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PYTHON_FOLDER, pythonCommand } from './python-folder.js';

/** Of a check that was not made: neither that all is well nor that something is wrong. */
const SKIPPED = 2;
const REQUIREMENTS = fileURLToPath(new URL('../../tests/clients/requirements.txt', import.meta.url));
const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

/** Runs a command with our output. False: it is not there, or failed. */
function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

function skip(why: string): number {
  console.error(`Skipped: ${why}`);
  return SKIPPED;
}

/** Installs clients and a tool server that are written in Python, and tests with them. Gives the exit code. */
function testClients(vitestArgs: readonly string[]): number {
  if (!run(PYTHON, ['-m', 'venv', PYTHON_FOLDER]))
    return skip(`these checks need Python 3.10 or newer as '${PYTHON}', with its module venv`);
  if (!run(pythonCommand('pip'), ['install', '--quiet', '--requirement', REQUIREMENTS]))
    return skip(
      `these checks need the packages of ${REQUIREMENTS}, from the package index that pip is set to use`,
    );
  return run('npx', ['vitest', 'run', '--config', 'vitest.clients.config.ts', ...vitestArgs]) ? 0 : 1;
}

process.exitCode = testClients(process.argv.slice(2));
