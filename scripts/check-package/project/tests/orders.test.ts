import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  lastToolResults,
  listRecordings,
  recordHistory,
  replayRecording,
  SCRIPTED_MODEL,
  startTestSystem,
  startWorkerProcess,
  text,
  toolCalls,
  type TestSystem,
} from 'threadline/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { delivery } from '../delivery.js';
import { estimateDelivery } from '../estimate-delivery.js';
import { orderTool } from '../look-up-order.js';
import { orders } from '../orders.js';

const environment = inject('environment');
let system: TestSystem;
afterEach(() => system.stop());

describe('orders', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('a question that needs the tool -> its result reaches the model, and the history replays', async () => {
    system = await startTestSystem(environment, {
      flows: [orders(SCRIPTED_MODEL)],
      tools: [orderTool],
    });
    system.model.reply(toolCalls([{ name: 'look_up_order', arguments: { id: 7 } }]), text('Shipped.'));
    const chat = system.client.conversation({ flow: 'orders', user: system.newUser() });
    const answer = await chat.ask('Where is order 7?');
    expect(answer.text).toBe('Shipped.');
    const [, second] = system.model.requests;
    const [result] = second ? lastToolResults(second) : [];
    expect(JSON.parse(result?.text ?? '')).toEqual({
      id: 7,
      status: 'shipped',
      execution: answer.executionId,
      isFirstTry: true,
    });

    await recordHistory(system.temporal.workflow.getHandle(answer.executionId), { folder, name: 'turn' });
    const [file = ''] = await listRecordings(folder);
    await replayRecording({ folder, file, bundlePath: environment.bundlePath });
  });
});

describe('delivery', () => {
  test.each([
    ['When does order 7 come?', 'Order 7 arrives in 9 days.'],
    ['When does it come?', 'Which order do you mean?'],
  ])('%s -> %s, by a code node and a custom kind', async (question, answer) => {
    system = await startTestSystem(environment, { flows: [delivery], nodes: [estimateDelivery] });
    const chat = system.client.conversation({ flow: 'delivery', user: system.newUser() });
    expect((await chat.ask(question)).text).toBe(answer);
    expect(system.model.requests).toEqual([]);
  });
});

describe('a worker in a separate process', () => {
  test('a question for a tool that is written in TypeScript -> its answer', async () => {
    system = await startTestSystem(environment, { flows: [orders(SCRIPTED_MODEL)], withoutWorker: true });
    const module = pathToFileURL(resolve('look-up-order.ts'));
    const worker = await startWorkerProcess(system, undefined, { module });
    system.model.reply(toolCalls([{ name: 'look_up_order', arguments: { id: 7 } }]), text('Hello.'));
    const chat = system.client.conversation({ flow: 'orders', user: system.newUser() });
    expect((await chat.ask('Hi')).text).toBe('Hello.');
    const [, second] = system.model.requests;
    const [result] = second ? lastToolResults(second) : [];
    expect(result?.text).toContain('shipped');
    worker.kill();
    await worker.exited;
  });
});
