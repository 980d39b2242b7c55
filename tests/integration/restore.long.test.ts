import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { makeRoles } from '../../store/roles/make-roles.js';
import { readBlocks } from '../docs/documentation.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const STOP_MS = 15_000;
const run = promisify(execFile);

describe('Postgres restored from a backup, Temporal not', () => {
  test('workers stopped, Workflows terminated -> every chat continues, and lost messages can be sent again', async () => {
    const system = await startTestSystem(inject('environment'), { withoutWorker: true });
    await makeRoles(system.db);
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

    await databases.close();
    running.release();
    await Promise.race([worker.shutdown(), sleep(STOP_MS)]);
    await databases.restore();
    await makeRoles(system.db);
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

    await databases.removeBackup();
    await system.stop({ check: false });
  }, 180_000);
});

async function listTexts(chat: ConversationHandle): Promise<string[]> {
  return (await chat.history()).messages.map((message) => message.text).reverse();
}

/** As `temporal workflow terminate --query` does. Returns the number of terminated Workflows. */
async function terminateAll({ temporal, taskQueue }: TestSystem): Promise<number> {
  const query = `TaskQueue = '${taskQueue}' AND ExecutionStatus = 'Running'`;
  const { count } = await temporal.workflow.count(query);
  await temporal.workflowService.startBatchOperation({
    namespace: temporal.options.namespace,
    jobId: randomUUID(),
    reason: 'Postgres was restored',
    visibilityQuery: query,
    terminationOperation: { identity: 'test' },
  });
  await expect
    .poll(async () => (await temporal.workflow.count(query)).count, { timeout: 60_000, interval: 500 })
    .toBe(0);
  return count;
}

/** Runs the documented commands if they are as new as the server. Otherwise, copies the database. */
async function openDatabases({ databaseUrl, environment }: TestSystem) {
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client(environment.postgresUrl);
  await admin.connect();
  const disconnect = async (): Promise<void> => {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  };
  const { rows } = await admin.query<{ version: number }>(
    "select current_setting('server_version_num')::integer / 10000 as version",
  );
  if ((await readToolVersion()) >= (rows[0]?.version ?? 0)) {
    const folder = await mkdtemp(join(tmpdir(), 'threadline-restore-'));
    const { hostname, port, username, password } = new URL(databaseUrl);
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
    };
    const follow = async (command: string): Promise<void> => {
      const { code = '' } = readBlocks('sh').find((block) => block.code.includes(command)) ?? {};
      const script = code
        .replaceAll(/ threadline$/gm, ` ${name}`)
        .replace('--owner owner', '--owner "$PGUSER"');
      await run('sh', ['-e', '-c', script], { cwd: folder, env });
    };
    return {
      backUp: () => follow('pg_dump'),
      close: disconnect,
      restore: () => follow('pg_restore'),
      async removeBackup(): Promise<void> {
        await rm(folder, { recursive: true });
        await admin.end();
      },
    };
  }
  const backup = `${name}_backup`;
  return {
    async backUp(): Promise<void> {
      await disconnect();
      await admin.query(`create database ${backup} template ${name}`);
      await admin.query(`alter database ${name} allow_connections true`);
    },
    close: disconnect,
    async restore(): Promise<void> {
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`create database ${name} template ${backup}`);
    },
    async removeBackup(): Promise<void> {
      await admin.query(`drop database ${backup} with (force)`);
      await admin.end();
    },
  };
}

/** 0 if a tool is missing. */
async function readToolVersion(): Promise<number> {
  const versions = ['pg_dump', 'pg_restore', 'createdb', 'dropdb'].map(async (tool) => {
    const { stdout } = await run(tool, ['--version']);
    return Number(/\d+/.exec(stdout)?.[0]);
  });
  return Promise.all(versions).then(
    (found) => Math.min(...found),
    () => 0,
  );
}
