import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installExtra } from '../install-extra/install-extra.js';
import { INSTRUCTOR_FOLDER, NODE_CLIENTS, PYTHON_FOLDER, pythonCommand } from './client-folders.js';

const SKIPPED = 2;
const CLIENTS = fileURLToPath(new URL('../../tests/clients/', import.meta.url));
const PYTHON = process.platform === 'win32' ? 'python' : 'python3';

process.exitCode = await testClients(process.argv.slice(2));

async function testClients(args: readonly string[]): Promise<number> {
  const isInstalled = await Promise.all([
    installForPython(PYTHON_FOLDER, 'requirements.txt'),
    installForPython(INSTRUCTOR_FOLDER, 'requirements-instructor.txt'),
    installForNode(),
  ]);
  if (isInstalled.includes(false)) {
    console.error(
      `Skipped: these checks need Python 3.10 or newer as '${PYTHON}', with its module venv, and the packages that ${CLIENTS} names`,
    );
    return SKIPPED;
  }
  if (args.includes('--install')) return 0;
  return (await run('npx', ['vitest', 'run', '--config', 'vitest.clients.config.ts', ...args])) ? 0 : 1;
}

async function installForPython(folder: string, requirements: string): Promise<boolean> {
  if (!(await run(PYTHON, ['-m', 'venv', folder]))) return false;
  const args = [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--requirement',
    join(CLIENTS, requirements),
  ];
  return run(pythonCommand('pip', folder), args);
}

function installForNode(): boolean {
  mkdirSync(NODE_CLIENTS, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(CLIENTS, 'matrix/node', name), join(NODE_CLIENTS, name));
  try {
    installExtra(NODE_CLIENTS);
  } catch (error) {
    console.error(error);
    return false;
  }
  return true;
}

async function run(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'inherit' });
  const [code] = (await Promise.race([once(child, 'exit'), once(child, 'error')])) as unknown[];
  return code === 0;
}
