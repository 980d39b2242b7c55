import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { stopServers } from '../../../servers/index.js';
import { postgresAccount } from '../../../servers/postgres/postgres-account.js';
import { postgresHome } from '../../../servers/postgres/postgres-home.js';
import { stopProcess } from '../../../servers/process/stop-process.js';
import { openServerState, type ServerName } from '../../../servers/server-state.js';

export const SOURCE_COMMAND = fileURLToPath(new URL('../../../bin/threadline.js', import.meta.url));
const FOREIGN = /^(TEMPORAL_|THREADLINE_|OPENAI_|ANTHROPIC_|GOOGLE_|GEMINI_|DATABASE_URL|TRAJECTORY_FOLDER)/;

export interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface Workspace {
  folder: string;
  command: string;
  environment: NodeJS.ProcessEnv;
  run(args: readonly string[], input?: string): Promise<Outcome>;
  start(args: readonly string[]): Running;
  killServer(name: ServerName): Promise<number>;
  cleanUp(): Promise<void>;
}

export interface Running {
  process: ChildProcessWithoutNullStreams;
  ended: Promise<Outcome>;
  noted(): string;
  until(text: string): Promise<void>;
  printed(): string;
}

export function createWorkspace(
  env: Readonly<Record<string, string>> = {},
  command = inject('command'),
): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'threadline cli '));
  const dataDir = join(folder, '.threadline');
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const environment = { ...Object.fromEntries(own), THREADLINE_USER: 'ada', ...env };
  const started: Running[] = [];
  const start = (args: readonly string[]): Running => {
    const running = follow(spawn(process.execPath, [command, ...args], { cwd: folder, env: environment }));
    started.push(running);
    return running;
  };
  return {
    folder,
    command,
    environment,
    start,
    run(args, input) {
      const { process: child, ended } = start(args);
      child.stdin.end(input ?? '');
      return ended;
    },
    async killServer(name) {
      const server = openServerState(realpathSync(dataDir)).current()[name];
      if (server?.process === undefined) throw new Error(`${name} does not run`);
      await stopProcess(server.process, [{ signal: 'SIGKILL', waitMs: 10_000 }]);
      return server.port;
    },
    async cleanUp() {
      for (const { process: child, ended } of started) {
        child.kill('SIGKILL');
        await ended;
      }
      if (existsSync(dataDir)) await stopServers(dataDir);
      rmSync(postgresHome(dataDir, postgresAccount()), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function follow(child: ChildProcessWithoutNullStreams): Running {
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, stdout, stderr }));
  return {
    process: child,
    ended,
    printed: () => stdout,
    noted: () => stderr,
    async until(text) {
      const deadline = Date.now() + 90_000;
      while (!stdout.includes(text) && !stderr.includes(text)) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`'${text}' was not printed, but:\n${stdout}\n${stderr}`);
        await sleep(50);
      }
    },
  };
}
