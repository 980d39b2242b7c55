import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { FaultPoint } from '../../../activities/fault-points.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, custom } from '../../../flow/kinds/node-kinds.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { announceWorker } from '../../../store/workers/live-workers.js';
import {
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { TestWorker, TestWorkerOptions } from '../../../packages/testing/test-worker.js';
import { defineTool } from '../../../extend/tools/define-tool.js';

const CHATS = 12;
const input = z.object({});
const tools = [
  defineTool({ name: 'refund', description: 'Refunds.', input, execute: () => 'refunded' }),
  defineTool({ name: 'pay', description: 'Pays.', input, approve: true, execute: () => 'paid' }),
];
const mark = defineNode({ kind: 'custom:mark', config: z.object({}), execute: () => ({ text: 'marked' }) });
const flows = [
  flowOf('refunds', agent({ model: SCRIPTED_MODEL, tools: ['refund'] })),
  flowOf('payments', agent({ model: SCRIPTED_MODEL, tools: ['pay'] })),
  flowOf('models', agent({ model: 'acme:scripted' })),
  defineFlow({
    slug: 'marks',
    name: 'Marks',
    nodes: { chat: chat(), own: custom('mark', {}), say: agent({ model: SCRIPTED_MODEL }) },
    edges: [
      ['chat', 'own'],
      ['own', 'say'],
    ],
  }),
];

let system: TestSystem;
let running: TestWorker[] = [];
let passed: FaultPoint[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows,
    model: { script: answer },
    timing: { missingMs: 600_000 },
    withoutWorker: true,
  });
});
afterEach(async () => {
  for (const worker of running) await worker.shutdown();
  running = [];
  passed = [];
});
afterAll(() => system?.stop());

describe('an old worker, and a new one with one more tool, node kind and model', () => {
  test('12 chats at once -> all are answered after their call of the tool', async () => {
    await startOld();
    await startNew();
    const answers = Array.from({ length: CHATS }, () => ask('refunds'));
    expect(await Promise.all(answers)).toEqual(answers.map(() => 'refunded'));
  });

  test('the old worker plans a call with the new tool -> the new worker plans it', async () => {
    await startOld();
    const answered = ask('refunds');
    await passes('trimContext.before', 3);
    await startNew();
    expect(await answered).toBe('refunded');
  });

  test('the old worker gets the yes about a call of the new tool -> the new worker runs it', async () => {
    const first = await startNew();
    const conversation = newConversation('payments');
    const { turnId, executionId } = await conversation.submit('hi');
    const isAsked = async () =>
      (await system.client.executions.waiting()).filter((one) => one.executionId === executionId).length;
    await expect.poll(isAsked, { timeout: 60_000 }).toBe(1);
    await first.shutdown();
    await startOld();
    const outcome = system.client.executions.answer(executionId, { answer: 'yes' });
    await passes('settleToolCall.before', 2);
    await startNew();
    expect(await outcome).toMatchObject({ outcome: 'confirmed' });
    expect((await conversation.ask({ text: 'hi', turnId })).text).toBe('paid');
  });

  test('the old worker gets the new node -> the new worker runs it', async () => {
    await startOld();
    const answered = ask('marks');
    await passes('runNode.before', 2);
    await startNew();
    expect(await answered).toBe('hello');
  });

  test('the old worker cannot call a model that another worker has -> that worker calls it', async () => {
    await startOld();
    const { taskQueue, db } = system;
    const has = { tools: [], kinds: ['chat', 'agent'], models: ['acme:scripted'], flows: {} };
    await announceWorker(db, { id: 'coming', name: 'coming', taskQueue, ...has });
    const conversation = newConversation('models');
    const { turnId, executionId } = await conversation.submit('hi');
    await expect
      .poll(() => readLastFailure(executionId), { timeout: 60_000 })
      .toBe(
        "Model 'acme:scripted' is not registered on worker 'old'. Live workers that have it: 'coming'. " +
          'Deploy a worker that has it, or remove it from the flow',
      );
    await startNew();
    expect((await conversation.ask({ text: 'hi', turnId })).text).toBe('hello');
    await db.deleteFrom('worker').where('id', '=', 'coming').execute();
  });

  test('no live worker has the tool for as long as the bound -> the turn fails with the tool and the worker', async () => {
    await startOld({ timing: { missingMs: 0 } });
    await expect(ask('refunds')).rejects.toMatchObject({
      type: 'Tool.NotRegistered',
      message:
        "Tool 'refund' is not registered on worker 'old'. No other live worker has it. " +
        'Deploy a worker that has it, or remove it from the flow',
    });
  });
});

function startOld(options: TestWorkerOptions = {}): Promise<TestWorker> {
  return start({ ...options, name: 'old', tools: [], onPoint: (point) => void passed.push(point) });
}

function startNew(): Promise<TestWorker> {
  const acme = { baseUrl: system.model.baseUrl, apiKey: 'test' };
  return start({ name: 'new', tools, nodes: [mark], models: { acme } });
}

async function start(options: TestWorkerOptions): Promise<TestWorker> {
  const worker = await system.startWorker(options);
  running.push(worker);
  return worker;
}

function passes(point: FaultPoint, times: number): Promise<void> {
  return expect
    .poll(() => passed.filter((one) => one === point).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(times);
}

async function readLastFailure(executionId: string): Promise<string | null | undefined> {
  const { raw } = await system.temporal.workflow.getHandle(executionId).describe();
  return raw.pendingActivities?.[0]?.lastFailure?.message;
}

function newConversation(flow: string) {
  return system.client.conversation({ flow, user: system.newUser() });
}

async function ask(flow: string): Promise<string> {
  return (await newConversation(flow).ask('hi')).text;
}

function flowOf(slug: string, node: ReturnType<typeof agent>) {
  return defineFlow({ slug, name: slug, nodes: { chat: chat(), say: node }, edges: [['chat', 'say']] });
}

function answer({ messages, body }: ModelRequest): Reply {
  const last = messages.at(-1);
  if (last?.['role'] === 'tool') return text(String(last['content']));
  const tool = ['refund', 'pay'].find((name) => JSON.stringify(body).includes(`"${name}"`));
  return tool === undefined ? text('hello') : toolCalls([{ name: tool, arguments: {} }]);
}
