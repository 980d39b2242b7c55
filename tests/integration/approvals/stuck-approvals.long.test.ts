import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { checkPostgres } from '../../../cli/doctor/check-postgres.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat } from '../../../flow/kinds/node-kinds.js';
import { createGateway } from '../../../packages/gateway/index.js';
import {
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { TestWorker, TestWorkerOptions } from '../../../packages/testing/test-worker.js';
import { defineTool, type ToolDefinition } from '../../../extend/tools/define-tool.js';

const ran: unknown[] = [];
const pay = payWith(z.object({ amount: z.number() }));
const payInCents = payWith(z.object({ cents: z.number() }));
const GONE = "This can no longer run: no live worker has tool 'pay'.";
const UNFIT =
  'This can no longer run: its input does not fit the tool: cents: Invalid input: expected number, received undefined.';
const QUESTION = 'May pay run with {"amount":20}?';
const flow = defineFlow({
  slug: 'payments',
  name: 'Payments',
  nodes: { chat: chat(), say: agent({ model: SCRIPTED_MODEL, tools: ['pay'] }) },
  edges: [['chat', 'say']],
});

let system: TestSystem;
let running: TestWorker | undefined;
let logged: string[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [flow],
    model: { script: call },
    timing: { missingMs: 0 },
    withoutWorker: true,
  });
});
afterEach(async () => {
  await running?.shutdown();
  running = undefined;
  ran.length = 0;
});
afterAll(() => system?.stop());

describe('an approval whose tool the new worker lacks', () => {
  test('shown in each way -> with a warning; the log, health and doctor list it', async () => {
    const { executionId, turnId, conversation, user } = await askOnOldWorker();
    await replaceWorker({ tools: [] });
    const shown = `${GONE}\n\n${QUESTION}`;
    expect((await system.client.approvals.list({ user })).approvals).toMatchObject([{ prompt: shown }]);
    expect(await system.client.executions.waiting({ user })).toMatchObject([{ prompt: shown }]);
    expect(await firstQuestion(conversation.stream(turnId))).toMatchObject({ prompt: shown });
    const gateway = createGateway({ client: system.client, authenticate: () => ({ user, admin: false }) });
    const response = await gateway.fetch(new Request('http://gateway/api/v1/approvals'));
    expect(await response.json()).toMatchObject({ approvals: [{ prompt: shown }] });
    expect((await system.client.health()).stuckApprovals).toMatchObject([
      { executionId, flow: 'payments', user, call: '1.1', toolName: 'pay', isToolGone: true },
    ]);
    const line = `The approval of call 1.1 of '${executionId}' can no longer run: no live worker has tool 'pay'`;
    expect(logged).toEqual([line]);
    expect(
      await checkPostgres(system.databaseUrl, {
        taskQueue: system.taskQueue,
        databaseConnections: undefined,
        listenUrl: undefined,
      }),
    ).toContainEqual({
      name: 'Approvals',
      status: 'warn',
      found: '1 can no longer run',
      remedy: `${line}\nStart a worker that has the missing parts, or answer no`,
    });
    await system.client.executions.answer(executionId, { call: '1.1', answer: 'no' });
  });

  test('yes -> rejected, and the question stays open; no -> cancelled', async () => {
    const { executionId, turnId, conversation } = await askOnOldWorker();
    await replaceWorker({ tools: [] });
    await expect(answer(executionId, 'yes')).rejects.toMatchObject({
      type: 'Approval.InvalidAnswer',
      message: expect.stringMatching(
        /This can no longer run: Tool 'pay' is not registered on worker 'new'. No other live worker has it/,
      ),
    });
    expect(await answer(executionId, 'no')).toMatchObject({ outcome: 'cancelled' });
    await expect(conversation.ask({ text: 'pay', turnId })).rejects.toMatchObject({
      type: 'Tool.NotRegistered',
    });
    expect(await readResult(executionId)).toMatch(/refused this call/);
    expect(ran).toEqual([]);
  });
});

describe('an approval whose input the new worker rejects', () => {
  test('yes -> rejected with the reason; a changed input -> the call runs with it', async () => {
    const { executionId, turnId, conversation } = await askOnOldWorker();
    await replaceWorker({ tools: [payInCents] });
    expect(await system.client.executions.waiting()).toMatchObject([{ prompt: `${UNFIT}\n\n${QUESTION}` }]);
    expect(logged).toEqual([
      `The approval of call 1.1 of '${executionId}' can no longer run: its input does not fit tool 'pay'`,
    ]);
    await expect(answer(executionId, 'yes')).rejects.toMatchObject({
      type: 'Approval.InvalidAnswer',
      message: expect.stringContaining('This can no longer run: its input does not fit the tool: cents'),
    });
    expect(await answer(executionId, { cents: 2_000 })).toMatchObject({ outcome: 'confirmed' });
    expect((await conversation.ask({ text: 'pay', turnId })).text).toContain('paid');
    expect(ran).toEqual([{ cents: 2_000 }]);
  });

  test('yes by a message -> the call does not run, and the model reads the reason', async () => {
    const { executionId, turnId, conversation } = await askOnOldWorker();
    await replaceWorker({ tools: [payInCents] });
    await conversation.submit('yes');
    expect((await conversation.ask({ text: 'pay', turnId })).text).toMatch(/its input does not fit/);
    const row = await system.db
      .selectFrom('approval')
      .innerJoin('execution', 'execution.id', 'execution_id')
      .select('approval.status')
      .where('workflow_id', '=', executionId)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'cancelled' });
    expect(ran).toEqual([]);
  });

  test('a worker that accepts the input starts beside it -> the warning disappears', async () => {
    const { executionId } = await askOnOldWorker();
    await replaceWorker({ tools: [payInCents] });
    const fitting = await system.startWorker({ name: 'fitting', tools: [pay] });
    expect(await system.client.executions.waiting()).toMatchObject([{ executionId, prompt: QUESTION }]);
    expect((await system.client.health()).stuckApprovals).toEqual([]);
    await fitting.shutdown();
  });
});

async function askOnOldWorker() {
  await replaceWorker({ tools: [pay] });
  const user = system.newUser();
  const conversation = system.client.conversation({ flow: 'payments', user });
  const { turnId, executionId } = await conversation.submit('pay');
  const isAsked = async () => (await system.client.executions.waiting({ user })).length;
  await expect.poll(isAsked, { timeout: 60_000 }).toBe(1);
  return { user, conversation, turnId, executionId };
}

function call({ messages }: ModelRequest): Reply {
  const last = messages.at(-1);
  if (last?.['role'] === 'tool') return text(String(last['content']));
  return toolCalls([{ name: 'pay', arguments: { amount: 20 } }]);
}

async function replaceWorker(options: TestWorkerOptions): Promise<void> {
  await running?.shutdown();
  logged = [];
  running = await system.startWorker({
    ...options,
    name: 'new',
    onLog: (_level, message) => logged.push(message),
  });
}

async function readResult(executionId: string): Promise<string> {
  const { content } = await system.db
    .selectFrom('trace_message')
    .innerJoin('execution', 'execution.id', 'execution_id')
    .select('content')
    .where('workflow_id', '=', executionId)
    .where('ordinal', '>', 0)
    .executeTakeFirstOrThrow();
  return JSON.stringify(content);
}

function answer(executionId: string, given: string | Record<string, unknown>) {
  return system.client.executions.answer(executionId, { call: '1.1', answer: given });
}

async function firstQuestion(events: AsyncIterable<TurnEvent>): Promise<TurnEvent | undefined> {
  for await (const event of events) if (event.type === 'approval') return event;
  return undefined;
}

function payWith(input: ToolDefinition['input']): ToolDefinition {
  return defineTool({
    name: 'pay',
    description: 'Pays.',
    input,
    approve: true,
    execute: (given) => {
      ran.push(given);
      return 'paid';
    },
  });
}
