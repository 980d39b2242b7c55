import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-text.js';
import { markProcess } from '../process/process-mark.js';
import { STOP_POSTGRES, stopProcess } from '../process/stop-process.js';

/**
 * Makes `folder` free for a new Postgres: stops an unrecorded one that runs there, and deletes a
 * `postmaster.pid` whose process id now belongs to another program. Postgres itself handles a file whose process
 * is gone.
 */
export async function clearPostmasterPid(folder: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const mark = Number.isInteger(pid) && pid > 0 ? markProcess(pid) : undefined;
  if (mark === undefined) return;
  // Postgres works in its data folder, so the working folder tells whether the process is one. Postgres itself
  // would take any process of the same user for a running Postgres, and in a restarted container small process
  // ids are soon used again.
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
