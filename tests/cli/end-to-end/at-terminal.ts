import { spawn } from '@lydell/node-pty';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmulatedTerminal } from '../terminal/emulated-terminal.js';
import type { Workspace } from './run-threadline.js';

export interface AtTerminal {
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  lines(): Promise<string[]>;
  until(text: string): Promise<void>;
  ended: Promise<number>;
  kill(): void;
}

export function startAtTerminal(
  { folder, command, environment }: Workspace,
  args: readonly string[],
  { columns = 100, rows = 30 } = {},
): AtTerminal {
  const screen = new EmulatedTerminal({ columns, rows });
  const terminal = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: environment,
    name: 'xterm-256color',
    cols: columns,
    rows,
  });
  terminal.onData(screen.write);
  return {
    type: (keys) => terminal.write(keys),
    resize(newColumns, newRows) {
      terminal.resize(newColumns, newRows);
      screen.resize(newColumns, newRows);
    },
    lines: () => screen.lines(),
    async until(text) {
      const deadline = Date.now() + 90_000;
      for (;;) {
        const lines = (await screen.lines()).join('\n');
        if (lines.includes(text)) return;
        if (Date.now() > deadline) throw new Error(`'${text}' was not seen, but:\n${lines}`);
        await sleep(50);
      }
    },
    ended: new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode))),
    kill: () => terminal.kill('SIGKILL'),
  };
}
