import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const STOP_MS = 15_000;

describe('Postgres restored from a backup, Temporal not', () => {
  test('workers stopped, Workflows terminated -> every chat continues, and lost messages can be sent again', async () => {
    const system = await startTestSystem(inject('environment'), { withoutWorker: true });
    const worker = await system.startWorker();
    const [idle, young, late] = ['idle', 'young', 'late'].map((name) =>
      system.client.conversation({ flow: 'assistant', user: system.newUser(name) }),
    ) as [ConversationHandle, ConversationHandle, ConversationHandle];
    const databases = await openDatabases(system);

    system.model.reply(text('idle 1'), text('late 1'));
    await idle.ask('one');
    await late.ask('one');
    await databases.backUp();
    const running = gated('late ', '2');
    system.model.reply(text('idle 2'), text('young 1'), running);
    await idle.ask({ text: 'two', turnId: 'idle-2' });
    await young.ask('one');
    await late.submit({ text: 'two', turnId: 'late-2' });
    await running.started;

    await databases.remove();
    running.release();
    await Promise.race([worker.shutdown(), sleep(STOP_MS)]);
    await databases.restore();
    expect(await terminateAll(system)).toBeGreaterThan(3);
    await system.startWorker();

    system.model.reply(text('idle 3'), text('young 2'), text('late 3'), text('idle 2 again'), text('late 2'));
    for (const [chat, answer] of [
      [idle, 'idle 3'],
      [young, 'young 2'],
      [late, 'late 3'],
    ] as const)
      expect((await chat.ask('three')).text).toBe(answer);
    expect((await idle.ask({ text: 'two', turnId: 'idle-2' })).text).toBe('idle 2 again');
    expect((await late.ask({ text: 'two', turnId: 'late-2' })).text).toBe('late 2');
    expect(await listTexts(idle)).toEqual(['one', 'idle 1', 'three', 'idle 3', 'two', 'idle 2 again']);
    expect(await listTexts(young)).toEqual(['three', 'young 2']);
    expect(await listTexts(late)).toEqual(['one', 'late 1', 'three', 'late 3', 'two', 'late 2']);

    await databases.close();
    await system.stop({ check: false });
  }, 180_000);
});

async function listTexts(chat: ConversationHandle): Promise<string[]> {
  return (await chat.history()).messages.map((message) => message.text).reverse();
}

async function terminateAll({ temporal, taskQueue }: TestSystem): Promise<number> {
  let count = 0;
  const query = `TaskQueue = '${taskQueue}' and ExecutionStatus = 'Running'`;
  for await (const { workflowId } of temporal.workflow.list({ query })) {
    await temporal.workflow.getHandle(workflowId).terminate('Postgres was restored');
    count += 1;
  }
  return count;
}

async function openDatabases({ databaseUrl, environment }: TestSystem) {
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client(environment.postgresUrl);
  await admin.connect();
  const copy = async (from: string, to: string): Promise<void> => {
    await admin.query(`alter database ${from} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
    await admin.query(`create database ${to} template ${from}`);
    await admin.query(`alter database ${from} allow_connections true`);
  };
  return {
    backUp: () => copy(name, `${name}_backup`),
    remove: () => admin.query(`drop database ${name} with (force)`),
    restore: () => copy(`${name}_backup`, name),
    async close(): Promise<void> {
      await admin.query(`drop database ${name}_backup with (force)`);
      await admin.end();
    },
  };
}
