import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { checkPostgres } from '../../../cli/doctor/check-postgres.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { agent, chat, custom } from '../../../flow/kinds/node-kinds.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { listFlowVersions } from '../../../store/flows/flow-views.js';
import { findPinnedVersion, publishVersion, registerFlows } from '../../../store/flows/flows.js';
import { listChangedFlows } from '../../../store/flows/recorded-schemas.js';
import { sweepDrafts } from '../../../store/flows/remove-drafts.js';
import { announceWorker } from '../../../store/workers/live-workers.js';
import { text, type ModelRequest, type Reply } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { TestWorker, TestWorkerOptions } from '../../../packages/testing/test-worker.js';
import { defineTool } from '../../../extend/tools/define-tool.js';

const refund = defineTool({
  name: 'refund',
  description: 'Refunds.',
  input: z.object({}),
  execute: () => 'refunded',
});
const by = { actor: 'ops', via: 'command' } as const;

let system: TestSystem;
let running: TestWorker[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: answer }, withoutWorker: true });
});
afterEach(async () => {
  for (const worker of running) await worker.shutdown();
  running = [];
});
afterAll(() => system?.stop());

describe('a version that needs a tool', () => {
  test('the worker with the tool starts and stops -> its version answers meanwhile, then the previous one', async () => {
    await start({ name: 'old', tools: [], flows: [flowOf('tied', 'one')] });
    expect(await ask('tied')).toBe('without refund');
    const next = await start({ name: 'new', tools: [refund], flows: [flowOf('tied', 'two', ['refund'])] });
    expect(await ask('tied')).toBe('with refund');
    await next.shutdown();
    expect(await ask('tied')).toBe('without refund');
    expect((await system.client.health()).waitingFlows).toEqual([
      { slug: 'tied', published: 2, current: 1, missing: ["tool 'refund'"] },
    ]);
    await start({ name: 'new', tools: [refund], flows: [flowOf('tied', 'two', ['refund'])] });
    expect(await ask('tied')).toBe('with refund');
    expect((await system.client.health()).waitingFlows).toEqual([]);
  });

  test('the worker with the tool is killed -> the other one restores the previous version, and logs why', async () => {
    const { db, taskQueue } = system;
    const logged: string[] = [];
    const onLog = (_level: string, message: string) => void logged.push(message);
    await start({ name: 'old', tools: [], flows: [flowOf('killed', 'one')], onLog });
    const has = { tools: ['refund'], kinds: ['chat', 'agent'], models: ['openai:*'], flows: {} };
    await announceWorker(db, { id: 'killed', name: 'killed', taskQueue, ...has });
    await registerFlows(db, [flowOf('killed', 'two', ['refund'])]);
    expect(await current('killed')).toBe(2);
    await sql`update worker set seen_at = now() - interval '1 minute' where id = 'killed'`.execute(db);
    await expect.poll(() => current('killed'), { timeout: 60_000 }).toBe(1);
    await expect
      .poll(() => logged, { timeout: 60_000 })
      .toContain(
        "Flow 'killed': version 2 was published last, but no live worker has tool 'refund'. Version 1 stays current",
      );
    expect(await ask('killed')).toBe('without refund');
  });
});

describe('a version that was published with other schemas', () => {
  test('a tool gains an optional field -> the version answers on both workers, health and doctor show it until it is published again', async () => {
    const { db, client, databaseUrl, taskQueue } = system;
    const readChanged = async () => (await client.health({ flows: ['changed'] })).changedFlows;
    const flow = flowOf('changed', 'one', ['refund']);
    const later = defineTool({ ...refund, input: z.object({ reason: z.string().optional() }) });
    const old = await start({ name: 'old', tools: [refund], flows: [flow] });
    expect(await readChanged()).toEqual([]);
    await start({ name: 'later', tools: [later], publish: 'off' });
    const changedFlow = { slug: 'changed', version: 1, changed: ["tool 'refund'"], workers: ['later'] };
    expect(await readChanged()).toEqual([changedFlow]);
    expect(
      await checkPostgres(databaseUrl, { taskQueue, databaseConnections: undefined, listenUrl: undefined }),
    ).toContainEqual({
      name: 'Schemas',
      status: 'warn',
      found: expect.stringContaining('published with other schemas') as string,
      remedy: expect.stringContaining(
        "Flow 'changed': version 1 was published with another schema of tool 'refund' than worker 'later' has\n",
      ) as string,
    });
    await old.shutdown();
    expect(await ask('changed')).toBe('with refund');
    expect(await publishVersion(db, { slug: 'changed', version: 1 }, by)).toBe(true);
    expect(await readChanged()).toEqual([]);
  });

  test('a worker with the other schema starts with the same flow -> it counts as checked', async () => {
    const mark = (config: z.ZodType) => defineNode({ kind: 'custom:mark', config, execute: () => 'marked' });
    const flow = defineFlow({
      slug: 'marked',
      name: 'Marked',
      nodes: { chat: chat(), own: custom('mark', {}) },
      edges: [['chat', 'own']],
    });
    await start({ name: 'old', nodes: [mark(z.object({}))], flows: [flow] });
    const nodes = [mark(z.object({ color: z.string().optional() }))];
    await start({ name: 'silent', nodes, publish: 'off' });
    expect(await listChangedFlows(system.db, ['marked'])).toEqual([
      { slug: 'marked', version: 1, changed: ["node kind 'custom:mark'"], workers: ['silent'] },
    ]);
    await start({ name: 'later', nodes, flows: [flow] });
    expect(await listChangedFlows(system.db, ['marked'])).toEqual([
      { slug: 'marked', version: 1, changed: ["node kind 'custom:mark'"], workers: ['old'] },
    ]);
  });
});

describe('a worker that starts', () => {
  test('its version was published before another one -> the other one stays, until an operator publishes it', async () => {
    await start({ name: 'old', flows: [flowOf('kept', 'one')] });
    await start({ name: 'new', flows: [flowOf('kept', 'two')] });
    await start({ name: 'old again', flows: [flowOf('kept', 'one')] });
    expect(await current('kept')).toBe(2);
    expect(await publishVersion(system.db, { slug: 'kept', version: 1 }, by)).toBe(true);
    expect(await current('kept')).toBe(1);
    expect(await publishVersion(system.db, { slug: 'kept', version: 9 }, by)).toBe(false);
  });

  test('it publishes always -> an edit that was undone answers again', async () => {
    for (const name of ['one', 'two', 'one'])
      await start({ name, publish: 'always', flows: [flowOf('undone', name)] });
    expect(await current('undone')).toBe(1);
  });

  test('it publishes manually -> a draft that is not swept while the worker lives, then published', async () => {
    await start({ name: 'first', flows: [flowOf('drafted', 'one')] });
    await start({ name: 'second', publish: 'manual', flows: [flowOf('drafted', 'two')] });
    expect(await current('drafted')).toBe(1);
    await sql`update flow_version set created_at = now() - interval '2 days' where flow_slug = 'drafted'`.execute(
      system.db,
    );
    await sweepDrafts(system.db);
    expect(await listFlowVersions(system.db, 'drafted')).toMatchObject([
      { version: 2, isDraft: true, isCurrent: false },
      { version: 1, isDraft: false, isCurrent: true },
    ]);
    await publishVersion(system.db, { slug: 'drafted', version: 2 }, by);
    expect(await current('drafted')).toBe(2);
  });

  test('it never publishes -> its flow is not stored', async () => {
    await start({ name: 'silent', publish: 'off', flows: [flowOf('silent', 'one')] });
    expect(await listFlowVersions(system.db, 'silent')).toEqual([]);
  });
});

async function start(options: TestWorkerOptions): Promise<TestWorker> {
  const worker = await system.startWorker(options);
  running.push(worker);
  return worker;
}

function answer({ body }: ModelRequest): Reply {
  return text(JSON.stringify(body).includes('"refund"') ? 'with refund' : 'without refund');
}

async function ask(flow: string): Promise<string> {
  return (await system.client.conversation({ flow, user: system.newUser() }).ask('hi')).text;
}

async function current(slug: string): Promise<number | undefined> {
  return (await findPinnedVersion(system.db, slug))?.version;
}

function flowOf(slug: string, name: string, tools: readonly string[] = []): FlowDefinition {
  const nodes = { chat: chat(), say: agent({ model: SCRIPTED_MODEL, tools }) };
  return defineFlow({ slug, name, nodes, edges: [['chat', 'say']] });
}
