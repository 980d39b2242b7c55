import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { keepLooking } from '../../../worker/keep-looking.js';
import type { Note } from '../../../worker/note.js';

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

describe('keepLooking', () => {
  test('an execution outside a conversation is terminated -> its rows end while the worker runs, others go on', async () => {
    const { db, temporal, taskQueue } = system;
    const worker = await system.startWorker();
    const [gone, open] = [await startAsker(), await startAsker()];
    const notes: string[] = [];
    const failed: unknown[] = [];
    const note: Note = (_level, message, facts) => {
      notes.push(message);
      if (facts !== undefined) failed.push([message, facts]);
    };
    const stop = keepLooking({ db, temporal, taskQueue }, { note, pauseMs: 50, afterSeconds: 0 });
    try {
      await temporal.workflow.getHandle(gone).terminate('by hand');
      await expect.poll(() => statusOf(gone), { timeout: 30_000 }).toBe('failed');
      expect(await system.client.executions.get(gone)).toMatchObject({ errorType: 'Execution.Ended' });
      await expect.poll(() => notes).toContain(`Finished the rows of '${gone}', whose Workflow is gone`);
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
    await system.client.executions.cancel(open);
    await expect.poll(() => statusOf(open), { timeout: 30_000 }).toBe('cancelled');
    expect(notes.filter((note) => note.includes(open))).toEqual([]);
    await worker.shutdown();
  });

  test('a tree is terminated while no worker runs -> one look ends its rows, at every depth', async () => {
    const { db, temporal, taskQueue } = system;
    const worker = await system.startWorker();
    const user = system.newUser();
    const { executionId: root } = await system.client.executions.start({ flow: 'above', text: 'Go', user });
    const tree = [root, `${root}/below/1`, `${root}/below/1/below/1`];
    await expect.poll(() => statusOf(tree[2] ?? ''), { timeout: 30_000 }).toBe('interrupted');
    await worker.shutdown();
    for (const id of tree) await temporal.workflow.getHandle(id).terminate('by hand');
    const notes: string[] = [];
    const stop = keepLooking(
      { db, temporal, taskQueue },
      { note: (_level, message) => notes.push(message), pauseMs: 600_000, afterSeconds: 0 },
    );
    await expect.poll(() => notes.length, { timeout: 30_000 }).toBe(4);
    await stop();
    // The sub-executions have no line of their own.
    expect(notes.shift()).toBe('Execution failed');
    expect(notes).toEqual(tree.map((id) => `Finished the rows of '${id}', whose Workflow is gone`));
    expect(await Promise.all(tree.map(statusOf))).toEqual(['failed', 'failed', 'failed']);
    expect(await system.client.executions.waiting({ user })).toEqual([]);
  });
});

async function startAsker(): Promise<string> {
  const { executionId } = await system.client.executions.start({
    flow: 'asker',
    text: 'Go',
    user: system.newUser(),
  });
  await expect.poll(() => statusOf(executionId), { timeout: 30_000 }).toBe('interrupted');
  return executionId;
}

async function statusOf(executionId: string): Promise<string | undefined> {
  const row = await system.db
    .selectFrom('execution')
    .select('status')
    .where('workflow_id', '=', executionId)
    .executeTakeFirst();
  return row?.status;
}
