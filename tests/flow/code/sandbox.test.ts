import { setMaxListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../../flow/code/sandbox.js';

const THREADS = 2;
const NOTHING = '{"nodes":{}}';
const ENDLESS = task('(() => { while (true) {} })()');

describe('Sandbox', () => {
  test("60 slow tasks of another user -> this user's task runs next", async () => {
    const sandbox = new Sandbox(THREADS);
    const cancel = new AbortController();
    setMaxListeners(60, cancel.signal);
    const slow = Array.from({ length: 60 }, () =>
      sandbox.run(ENDLESS, { line: ['ada', '1'], signal: cancel.signal }).then(() => 'slow'),
    );
    const first = await Promise.race([
      ...slow.slice(THREADS),
      sandbox.run(task('1 + 1'), { line: ['bob', '2'] }).then(() => 'quick'),
    ]);
    expect(first).toBe('quick');
    cancel.abort(new Error('cancelled'));
    const ends = await Promise.allSettled(slow);
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(60 - 2 * THREADS);
  });

  test('a running task whose signal is aborted -> its reason, and its thread is free for others', async () => {
    const sandbox = new Sandbox(1);
    const cancel = new AbortController();
    const endless = task("let s = 'x'.repeat(2e7); while (true) s.indexOf('y'); return 1");
    const running = sandbox.run(endless, { line: [''], signal: cancel.signal });
    const next = sandbox.run(task('1 + 1'), { line: [''] });
    cancel.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(await next).toEqual({ kind: 'value', json: '2' });
  });

  test('a task that gets no time on a core -> unserved, and its thread is free for others', async () => {
    const sandbox = new Sandbox(1);
    expect(await sandbox.run(ENDLESS, { line: [''], runMs: 1 })).toEqual({ kind: 'unserved' });
    expect(await sandbox.run(task('1 + 1'), { line: [''] })).toEqual({ kind: 'value', json: '2' });
  });

  test('more tasks of a user than may run or wait -> over the limit; another user is served, and a finished task makes room', async () => {
    const sandbox = new Sandbox(THREADS);
    sandbox.boundUsers(1);
    const cancel = new AbortController();
    const running = sandbox.run(ENDLESS, { line: ['ada', '1'], signal: cancel.signal });
    expect(await sandbox.run(task('1'), { line: ['ada', '2'] })).toEqual({ kind: 'over-limit', tasks: 1 });
    expect(await sandbox.run(task('1'), { line: ['bob', '3'] })).toEqual({ kind: 'value', json: '1' });
    cancel.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(await sandbox.run(task('1'), { line: ['ada', '2'] })).toEqual({ kind: 'value', json: '1' });
    const nobodys = [1, 2, 3].map(() => sandbox.run(task('1'), { line: ['', ''] }));
    expect(await Promise.all(nobodys)).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'value', json: '1' })),
    );
  });

  test('no thread becomes free in time -> unserved', async () => {
    const sandbox = new Sandbox(1);
    const cancel = new AbortController();
    const running = sandbox.run(ENDLESS, { line: [''], signal: cancel.signal });
    expect(await sandbox.run(task('1'), { line: [''], timeoutMs: 1 })).toEqual({ kind: 'unserved' });
    cancel.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
  });
});

function task(expression: string) {
  const isBody = expression.includes('return');
  return { sources: [isBody ? `(function () {${expression}})()` : `(${expression})`], dataJson: NOTHING };
}
