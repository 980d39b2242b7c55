import { sql } from 'kysely';
import { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { connect } from '../../../client/connect.js';
import { startWorkerProcess } from '../../../packages/testing/worker-process.js';
import { announceWorker, removeWorker } from '../../../store/workers/live-workers.js';
import { watchForgottenWork } from '../../../worker/watch-forgotten-work.js';
import type { Note } from '../../../worker/create-note.js';

const around = defineFlow({
  slug: 'around',
  name: 'Around',
  nodes: { start: manual(), below: subflow({ flow: 'asker' }) },
  edges: [['start', 'below']],
});
const above = defineFlow({
  slug: 'above',
  name: 'Above',
  nodes: { start: manual(), below: subflow({ flow: 'around' }) },
  edges: [['start', 'below']],
});

const RUNS_FLOWS = { tools: [], kinds: ['manual'], models: [], flows: {} };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      around,
      above,
      defineFlow({
        slug: 'asker',
        name: 'Asker',
        nodes: { start: manual(), ask: approval({ prompt: 'Go on?' }), say: reply({ text: 'done' }) },
        edges: [
          ['start', 'ask'],
          ['ask', 'say'],
        ],
      }),
    ],
    model: { script: [] },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('watchForgottenWork', () => {
  test('an execution outside a conversation is terminated -> its rows end while the worker runs, others continue', async () => {
    const { db, temporal, taskQueue } = system;
    const worker = await system.startWorker();
    const [gone, open] = [await startAsker(), await startAsker()];
    const notes: string[] = [];
    const failed: unknown[] = [];
    const note: Note = (_level, message, facts) => {
      notes.push(message);
      if (facts !== undefined) failed.push([message, facts]);
    };
    const stop = watchForgottenWork({ db, temporal, taskQueue }, { note, pauseMs: 50, afterSeconds: 0 });
    try {
      await temporal.workflow.getHandle(gone).terminate('by hand');
      await expect.poll(() => statusOf(gone), { timeout: 30_000 }).toBe('failed');
      expect(await system.client.executions.get(gone)).toMatchObject({ errorType: 'Execution.Ended' });
      await expect
        .poll(() => notes)
        .toContain(`Finished the rows of '${gone}', whose Workflow no longer exists`);
      expect(failed).toEqual([
        [
          'Execution failed',
          expect.objectContaining({ flow: 'asker', execution: gone, type: 'Execution.Ended', causes: [] }),
        ],
      ]);
      expect(await statusOf(open)).toBe('interrupted');
    } finally {
      await stop();
    }
    await cancelAll([open]);
    expect(notes.filter((note) => note.includes(open))).toEqual([]);
    await worker.shutdown();
  });

  test('a tree is terminated while no worker runs -> one scan ends its rows, at every depth', async () => {
    const { db, temporal, taskQueue } = system;
    const worker = await system.startWorker();
    const user = system.newUser();
    const { executionId: root } = await system.client.executions.start({ flow: 'above', text: 'Go', user });
    const tree = [root, `${root}/below/1`, `${root}/below/1/below/1`];
    await expect.poll(() => statusOf(tree[2] ?? ''), { timeout: 30_000 }).toBe('interrupted');
    await worker.shutdown();
    for (const id of tree) await temporal.workflow.getHandle(id).terminate('by hand');
    const notes: string[] = [];
    const stop = watchForgottenWork(
      { db, temporal, taskQueue },
      { note: (_level, message) => notes.push(message), pauseMs: 600_000, afterSeconds: 0 },
    );
    await expect.poll(() => notes.length, { timeout: 30_000 }).toBe(4);
    await stop();
    expect(notes.shift()).toBe('Execution failed');
    expect(notes).toEqual(tree.map((id) => `Finished the rows of '${id}', whose Workflow no longer exists`));
    expect(await Promise.all(tree.map(statusOf))).toEqual(['failed', 'failed', 'failed']);
    expect(await system.client.executions.waiting({ user })).toEqual([]);
  });

  test('three workers -> the oldest alone describes Workflows; when it leaves, the next one', async () => {
    const { db, taskQueue } = system;
    const worker = await system.startWorker();
    const open = await startAsker();
    const described = [0, 0, 0];
    const ids = described.map((_, index) => `${taskQueue}-${index}`);
    for (const id of ids) await announceWorker(db, { id, name: id, taskQueue, ...RUNS_FLOWS });
    const stops = ids.map((id, index) => {
      const count = () => (described[index] = (described[index] ?? 0) + 1);
      const temporal = describingClient(count);
      return watchForgottenWork(
        { db, temporal, taskQueue },
        { note: () => undefined, self: { id }, pauseMs: 50, afterSeconds: 0 },
      );
    });
    try {
      await expect.poll(() => described[0], { timeout: 30_000 }).toBeGreaterThan(5);
      expect(described.slice(1)).toEqual([0, 0]);
      await removeWorker(db, ids[0]!);
      await expect.poll(() => described[1], { timeout: 30_000 }).toBeGreaterThan(1);
      const before = described[0];
      await expect.poll(() => described[1], { timeout: 30_000 }).toBeGreaterThan(5);
      expect([(described[0] ?? 0) - (before ?? 0) <= 1, described[2]]).toEqual([true, 0]);
    } finally {
      for (const stop of stops) await stop();
      for (const id of ids) await removeWorker(db, id);
    }
    await cancelAll([open]);
    await worker.shutdown();
  });

  test('two Task Queues -> each worker describes what its own began; when the other has left, one describes all', async () => {
    const { db, environment, databaseUrl, taskQueue } = system;
    const other = `${taskQueue}-other`;
    const worker = await system.startWorker();
    const otherWorker = await startWorkerProcess({ ...system, taskQueue: other });
    const otherClient = await connect({
      temporal: { address: environment.temporalAddress },
      namespace: 'default',
      databaseUrl,
      taskQueue: other,
    });
    const own = await startAsker();
    const foreign = await startAsker(otherClient);
    const ids = [`${taskQueue}-own`, `${taskQueue}-foreign`];
    const queues = [taskQueue, other];
    const described = [new Set<string>(), new Set<string>()];
    for (const [index, id] of ids.entries())
      await announceWorker(db, {
        id,
        name: id,
        taskQueue: queues[index]!,
        ...RUNS_FLOWS,
      });
    const stops = ids.map((id, index) =>
      watchForgottenWork(
        {
          db,
          temporal: describingClient((workflowId) => described[index]!.add(workflowId)),
          taskQueue: queues[index]!,
        },
        { note: () => undefined, self: { id }, pauseMs: 50, afterSeconds: 0 },
      ),
    );
    try {
      await expect.poll(() => described, { timeout: 30_000 }).toEqual([new Set([own]), new Set([foreign])]);
      await stops[1]!();
      await removeWorker(db, ids[1]!);
      await expect.poll(() => described[0], { timeout: 30_000 }).toEqual(new Set([own, foreign]));
      expect(described[1]).toEqual(new Set([foreign]));
    } finally {
      for (const stop of stops) await stop();
      for (const id of ids) await removeWorker(db, id);
    }
    await cancelAll([own, foreign]);
    await otherClient.close();
    otherWorker.kill();
    await worker.shutdown();
  });

  test('a worker becomes the oldest, and none has scanned -> describes what began before it, and nothing that began later', async () => {
    const { db, taskQueue } = system;
    const worker = await system.startWorker();
    await db.updateTable('worker_setting').set({ scanned_at: null, scanned_all_at: null }).execute();
    const before = await startAsker();
    const ids = [`${taskQueue}-older`, `${taskQueue}-younger`];
    for (const id of ids) await announceWorker(db, { id, name: id, taskQueue, ...RUNS_FLOWS });
    const described = new Set<string>();
    const temporal = describingClient((id) => described.add(id));
    const self = { id: ids[1]! };
    const rare = { pauseMs: 50, afterSeconds: 3_600 };
    const stop = watchForgottenWork({ db, temporal, taskQueue }, { note: () => undefined, self, ...rare });
    const after = await startAsker();
    expect(described).toEqual(new Set());
    await removeWorker(db, ids[0]!);
    await expect.poll(() => described, { timeout: 30_000 }).toContain(before);
    await stop();
    await removeWorker(db, ids[1]!);
    expect(described).not.toContain(after);
    await cancelAll([before, after]);
    await worker.shutdown();
  });

  test('two workers in turn within a day -> only the first describes all; after a gap without workers, again', async () => {
    const { db, taskQueue } = system;
    const worker = await system.startWorker();
    const open = await startAsker();
    await db.updateTable('worker_setting').set({ scanned_at: null, scanned_all_at: null }).execute();
    const describedBy = async (id: string): Promise<Set<string>> => {
      await announceWorker(db, { id, name: id, taskQueue, ...RUNS_FLOWS });
      const described = new Set<string>();
      const { scanned_at: last } = await scanOf(taskQueue);
      const stop = watchForgottenWork(
        { db, temporal: describingClient((workflowId) => described.add(workflowId)), taskQueue },
        { note: () => undefined, self: { id }, pauseMs: 50, afterSeconds: 3_600 },
      );
      await expect
        .poll(async () => (await scanOf(taskQueue)).scanned_at, { timeout: 30_000 })
        .not.toEqual(last);
      await stop();
      await removeWorker(db, id);
      return described;
    };
    expect(await describedBy(`${taskQueue}-first`)).toContain(open);
    expect(await describedBy(`${taskQueue}-second`)).toEqual(new Set());
    await sql`update worker_setting set scanned_at = now() - interval '10 minutes'`.execute(db);
    expect(await describedBy(`${taskQueue}-third`)).toContain(open);
    await cancelAll([open]);
    await worker.shutdown();
  });

  test('an older worker serves only a provider -> a worker that runs flows looks, also after rows of that queue', async () => {
    const { db, taskQueue } = system;
    const worker = await system.startWorker();
    const [own, foreign] = [await startAsker(), await startAsker()];
    const other = `${taskQueue}-other`;
    await db.updateTable('execution').set({ task_queue: other }).where('workflow_id', '=', foreign).execute();
    await worker.shutdown();
    const ids = [`${taskQueue}-provider`, `${other}-provider`, `${taskQueue}-flows`];
    const [provider, otherProvider, flows] = ids as [string, string, string];
    const none = { ...RUNS_FLOWS, kinds: [] };
    await announceWorker(db, { id: provider, name: provider, taskQueue, ...none });
    await announceWorker(db, { id: otherProvider, name: otherProvider, taskQueue: other, ...none });
    expect(new Set((await system.client.flows()).map(({ hasWorker }) => hasWorker))).toEqual(
      new Set([false]),
    );
    await announceWorker(db, { id: flows, name: flows, taskQueue, ...RUNS_FLOWS });
    const described = new Set<string>();
    const temporal = describingClient((id) => described.add(id));
    const stop = watchForgottenWork(
      { db, temporal, taskQueue },
      { note: () => undefined, self: { id: flows }, pauseMs: 50, afterSeconds: 0 },
    );
    await expect.poll(() => described, { timeout: 30_000 }).toEqual(new Set([own, foreign]));
    await stop();
    for (const id of ids) await removeWorker(db, id);
    const last = await system.startWorker();
    await cancelAll([own, foreign]);
    await last.shutdown();
  });
});

function describingClient(onDescribe: (workflowId: string) => void): Client {
  return new Client({
    connection: system.temporal.connection,
    interceptors: {
      workflow: [
        {
          describe(input, next) {
            onDescribe(input.workflowExecution.workflowId ?? '');
            return next(input);
          },
        },
      ],
    },
  });
}

async function cancelAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await system.client.executions.cancel(id);
  for (const id of ids) await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('cancelled');
}

async function startAsker({ executions } = system.client): Promise<string> {
  const { executionId } = await executions.start({
    flow: 'asker',
    text: 'Go',
    user: system.newUser(),
  });
  await expect.poll(() => statusOf(executionId), { timeout: 30_000 }).toBe('interrupted');
  return executionId;
}

function scanOf(taskQueue: string) {
  return system.db
    .selectFrom('worker_setting')
    .select('scanned_at')
    .where('task_queue', '=', taskQueue)
    .executeTakeFirstOrThrow();
}

async function statusOf(executionId: string): Promise<string | undefined> {
  const row = await system.db
    .selectFrom('execution')
    .select('status')
    .where('workflow_id', '=', executionId)
    .executeTakeFirst();
  return row?.status;
}
