import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A process id alone may be reused. */
export const processMarkSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });
export type ProcessMark = Readonly<z.infer<typeof processMarkSchema>>;

export function markProcess(pid: number): ProcessMark | undefined {
  const identity = readIdentity(pid);
  return identity === undefined ? undefined : { pid, identity };
}

export function markThisProcess(): ProcessMark {
  return markProcess(process.pid) ?? { pid: process.pid, identity: 'unknown' };
}

export function isAlive(mark: ProcessMark): boolean {
  return readIdentity(mark.pid) === mark.identity;
}

function readIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (!exists(pid)) return undefined;
  return process.platform === 'win32' ? 'running' : posixIdentity(pid);
}

function linuxIdentity(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field, the command, may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  // In a container without an init process, a dead server remains a zombie.
  if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
  const bootId = readText('/proc/sys/kernel/random/boot_id')?.trim() ?? 'boot';
  return `${bootId}/${startTicks}`;
}

function posixIdentity(pid: number): string | undefined {
  try {
    const environment = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: environment });
    const [state, ...started] = line.toString().trim().split(/\s+/);
    return state === undefined || state === '' || state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
