import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The virtual environment that the clients are installed in. */
export const PYTHON_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/python-clients', import.meta.url),
);

/** The path of a command that is installed there. */
export function pythonCommand(name: string): string {
  return process.platform === 'win32'
    ? join(PYTHON_FOLDER, 'Scripts', `${name}.exe`)
    : join(PYTHON_FOLDER, 'bin', name);
}
