import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-text.js';
import { markProcess } from '../process/process-mark.js';
import { STOP_POSTGRES, stopProcess } from '../process/stop-process.js';

/**
 * Makes way for a Postgres on `folder`: ends one that runs there unrecorded, and removes a `postmaster.pid`
 * whose process id belongs to something else by now. Postgres itself sees to one whose process is gone.
 */
export async function clearPostmasterPid(folder: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const mark = Number.isInteger(pid) && pid > 0 ? markProcess(pid) : undefined;
  if (mark === undefined) return;
  // Postgres works in its data folder. It would take any process of the same user for an elder brother, and in
  // a container that was started again small process ids come round soon.
  const workingFolder = readWorkingFolder(pid);
  if (workingFolder === undefined) return;
  if (workingFolder === realpathSync(folder)) await stopProcess(mark, STOP_POSTGRES);
  else rmSync(pidFile, { force: true });
}

function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
