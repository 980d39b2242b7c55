import { spawn, type ChildProcess } from 'node:child_process';

/**
 * When the pipe ends, stops the process groups of its last line: SIGTERM first, and SIGKILL two seconds
 * later. After an empty line, the worker has stopped them.
 */
const SCRIPT = `
trap '' INT TERM HUP
groups=
while read -r line; do groups=$line; done
for group in $groups; do kill -TERM "-$group" 2>/dev/null; done
if [ -n "$groups" ]; then sleep 2; fi
for group in $groups; do kill -KILL "-$group" 2>/dev/null; done
`;

export interface ProcessGuard {
  add(pid: number | undefined): void;
  remove(pid: number): void;
  close(): void;
}

/**
 * Stops servers that do not exit when their input closes, such as after a `kill -9` of the worker. Does
 * nothing on Windows.
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
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return shell;
}
