import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const LIMIT_MS = 10 * 60_000;
const TAIL_LINES = 40;

interface ShellInput {
  readonly command: string;
  readonly cwd: string;
  readonly input?: string;
}

export type RunShell = (input: ShellInput) => Promise<string>;

export function createRunShell({
  env,
  signal,
}: {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}): RunShell {
  return async ({ command, cwd, input = '' }) => {
    // A signal to this process group also reaches npx's children.
    const child = spawn(command, { cwd, env, shell: true, detached: true });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const end = (): void => endGroup(child.pid);
    limit.addEventListener('abort', end);
    if (limit.aborted) end();
    child.stdin.on('error', ignoreEarlyEnd).end(input);
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    limit.removeEventListener('abort', end);
    if (code === 0) return stdout;
    const tail = `${stdout}\n${stderr}`.trim().split('\n').slice(-TAIL_LINES).join('\n');
    const how = limit.aborted ? 'was ended' : `ended with exit code ${code}`;
    throw new Error(`'${command}' ${how}; it printed:\n${tail}`);
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The command has already exited.
  }
}

function ignoreEarlyEnd(): void {}
