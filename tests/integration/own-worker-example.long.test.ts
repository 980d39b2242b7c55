import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const ROOT = join(import.meta.dirname, '../..');

let system: TestSystem;
let worker: ChildProcessByStdio<null, Readable, null>;
let printed: Promise<string>;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
  worker = spawn(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'worker.ts'], {
    cwd: join(ROOT, 'examples/own-worker'),
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      DATABASE_URL: system.databaseUrl,
      THREADLINE_TASK_QUEUE: system.taskQueue,
    },
  });
  printed = readAll(worker.stdout);
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await system?.stop({ check: false });
});

describe('examples/own-worker', () => {
  test("its worker.ts -> the team's Workflow messages a chat, which answers, both in the team's traces", async () => {
    const user = system.newUser();
    const order = `order-${user}`;
    const fulfilled = await system.temporal.workflow.execute('fulfillOrder', {
      taskQueue: system.taskQueue,
      workflowId: order,
      args: [{ order, items: ['lamp', 'desk'], user }],
    });
    expect(fulfilled).toEqual({ reserved: 2, parcel: `parcel-of-${order}` });
    const conversation = system.client.conversation({ flow: 'support', user });
    const message = `My order ${order} is on its way as parcel-of-${order}. What comes next?`;
    const answer = await conversation.ask({ text: message, turnId: `shipped-${order}` });
    expect(answer.text).not.toBe('');
    const { messages } = await conversation.history();
    expect(messages.map(({ text }) => text)).toEqual([answer.text, message]);

    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
    const lines = (await printed).split('\n');
    for (const activity of ['reserveStock', 'shipOrder'])
      expect(lines).toContain(JSON.stringify({ trace: order, activity }));
    expect(lines).toContain(JSON.stringify({ trace: order, activity: 'callModel' }));
  });
});
