import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { payingProject } from './paying-project.js';
import { createWorkspace, SOURCE_COMMAND } from './run-threadline.js';

describe('a tool call that waits for a person', () => {
  const workspace = createWorkspace({}, SOURCE_COMMAND);
  afterAll(() => workspace.cleanUp());

  test('worker, Temporal and Postgres killed, all started again -> asked again; runs once, with the changed input', async () => {
    writeFileSync(join(workspace.folder, 'threadline.config.ts'), payingProject());
    const killed = workspace.start(['dev']);
    killed.process.stdin.write('use pay with {"amount": 50}\n');
    await killed.until('May pay run with {"amount":50}?');
    killed.process.kill('SIGKILL');
    await killed.ended;
    await workspace.killServer('temporal');
    await workspace.killServer('postgres');

    const again = workspace.start(['dev']);
    await again.until('May pay run with {"amount":50}?');
    const [waiting] = await listWaiting();
    expect(waiting).toMatchObject({
      call: '1.1',
      toolName: 'pay',
      prompt: 'May pay run with {"amount":50}?',
    });
    const answered = await workspace.run(['approvals', 'answer', waiting!.executionId, '{"amount": 7}']);
    expect(answered).toMatchObject({ exitCode: 0, stderr: '' });
    await again.until('7 euros were paid');
    expect(readFileSync(join(workspace.folder, 'paid'), 'utf8')).toBe('7\n');
    expect(await listWaiting()).toEqual([]);
  }, 300_000);

  test('a piped line that answers nothing and is too long to join -> no payment, and both answers are printed', async () => {
    const line = `Say hello. ${'Please. '.repeat(600)}`;
    const piped = workspace.start(['chat', '--channel', 'piped']);
    piped.process.stdin.end(`use pay with {"amount": 60}\n${line}\n`);
    const { exitCode, stdout } = await piped.ended;
    expect(exitCode).toBe(0);
    expect(stdout).toContain('sent a message instead');
    expect(stdout).toContain('hello');
    expect(readFileSync(join(workspace.folder, 'paid'), 'utf8')).toBe('7\n');
  }, 120_000);

  async function listWaiting(): Promise<{ executionId: string }[]> {
    const { stdout } = await workspace.run(['approvals', 'list', '--json']);
    return (JSON.parse(stdout) as { approvals: { executionId: string }[] }).approvals;
  }
});
