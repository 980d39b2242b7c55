import { spawn } from 'node:child_process';
import { errorCode, errorText } from '../error-text.js';

interface RunProcessInput {
  readonly command: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
  readonly signal?: AbortSignal;
}

export type RunProcessResult =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'failed'; readonly failure: string; readonly output: string };

/** Never rejects. A timeout also kills the child processes. */
export function runProcess(input: RunProcessInput): Promise<RunProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(input.command, input.args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      cwd: input.cwd,
      uid: input.account?.uid,
      gid: input.account?.gid,
    });
    const chunks: Buffer[] = [];
    let ended = '';
    const kill = (reason: string): void => {
      ended ||= reason;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => kill(`did not end within ${input.timeoutMs / 1000} s`), input.timeoutMs);
    input.signal?.addEventListener('abort', () => kill(String(input.signal?.reason)), { once: true });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => {
      clearTimeout(timer);
      if (errorCode(error) === 'ENOENT') resolve({ kind: 'not-found' });
      else resolve({ kind: 'failed', failure: errorText(error), output: '' });
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const output = Buffer.concat(chunks).toString('utf8');
      if (code === 0 && ended === '') return resolve({ kind: 'done', output });
      const how = signal === null ? `exit code ${code}` : signal;
      resolve({ kind: 'failed', failure: ended || `${how}: ${lastLine(output)}`, output });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {}
}

function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /^error/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
