import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { isAlive, markProcess, markThisProcess } from '../../../servers/process/process-mark.js';

describe('isAlive', () => {
  test('this process -> true', () => {
    expect(isAlive(markThisProcess())).toBe(true);
  });

  test('a process id that now belongs to another process -> false', () => {
    expect(isAlive({ pid: process.pid, identity: 'an earlier one' })).toBe(false);
  });

  test('a process that ended -> false', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const mark = markProcess(child.pid!)!;
    expect(isAlive(mark)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(mark)).toBe(false);
  });
});
