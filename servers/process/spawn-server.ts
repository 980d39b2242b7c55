import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { errorText } from '../error-text.js';
import { markProcess, type ProcessMark } from './process-mark.js';

const LOG_LIMIT_BYTES = 10_000_000;

export interface SpawnServerInput {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly logFile: string;
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

/** The server outlives this process. `onStarted` is synchronous, so that no server runs unrecorded. */
export async function spawnServer(
  input: SpawnServerInput,
  onStarted: (mark: ProcessMark) => void,
): Promise<ProcessMark> {
  const log = openLog(input.logFile);
  try {
    const child = spawn(input.command, input.args, {
      cwd: input.cwd,
      detached: true,
      env: serverEnvironment(),
      stdio: ['ignore', log, log],
      uid: input.account?.uid,
      gid: input.account?.gid,
    });
    child.unref();
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    const mark = markProcess(child.pid) ?? { pid: child.pid, identity: 'ended at once' };
    onStarted(mark);
    return mark;
  } catch (error) {
    throw new Error(`'${input.command}' cannot be run: ${errorText(error)}`, { cause: error });
  } finally {
    closeSync(log);
  }
}

/**
 * The variables that servers receive. Model keys are not among them, because child processes and dumps would
 * expose them.
 */
const SERVER_VARIABLES =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_.+|TMP|TEMP|TMPDIR|XDG_.+|LD_LIBRARY_PATH|SYSTEMROOT|WINDIR|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;

function serverEnvironment(): NodeJS.ProcessEnv {
  // Passed on, not read as configuration.
  // eslint-disable-next-line no-restricted-properties
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => SERVER_VARIABLES.test(name)));
}

export function logLength(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}

export function logTail(logFile: string, fromByte = 0): string {
  try {
    const text = readFileSync(logFile).subarray(fromByte).toString('utf8');
    return text.trimEnd().split('\n').slice(-12).join('\n');
  } catch {
    return '';
  }
}

function openLog(logFile: string): number {
  if (logLength(logFile) > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.old`);
  return openSync(logFile, 'a', 0o600);
}
