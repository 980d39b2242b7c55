import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Reads, from a pipe that ends with the worker, the process groups there are, and ends those of the last line: with
 * SIGTERM, two seconds later with SIGKILL. An empty line is a worker that has ended them itself.
 */
const SCRIPT = `
trap '' INT TERM HUP
groups=
while read -r line; do groups=$line; done
for group in $groups; do kill -TERM "-$group" 2>/dev/null; done
if [ -n "$groups" ]; then sleep 2; fi
for group in $groups; do kill -KILL "-$group" 2>/dev/null; done
`;

/** Ends the processes of servers when the worker cannot do so any more. */
export interface ProcessGuard {
  add(pid: number | undefined): void;
  remove(pid: number): void;
  close(): void;
}

/**
 * Makes a guard: a shell of its own session, started with the first process, that waits for the worker's end. A worker
 * that is killed with -9 runs no code, and not every server ends when its input does. On Windows there is none.
 */
export function createProcessGuard(): ProcessGuard {
  const groups = new Set<number>();
  let shell: ChildProcess | undefined;
  return {
    add(pid) {
      if (pid === undefined || process.platform === 'win32') return;
      groups.add(pid);
      shell ??= startShell();
      tell();
    },
    remove(pid) {
      if (groups.delete(pid)) tell();
    },
    close() {
      shell?.stdin?.end('\n');
      shell = undefined;
    },
  };

  function tell(): void {
    shell?.stdin?.write(`${[...groups].join(' ')}\n`);
  }
}

function startShell(): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no guard, and everything else works.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return shell;
}
