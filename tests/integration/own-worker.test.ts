import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import type { Payload, PayloadCodec } from '@temporalio/common';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as activities from '../../examples/own-worker/order-activities.js';
import { traceActivities, type Span } from '../../examples/own-worker/trace-activities.js';
import type { fulfillOrder } from '../../examples/own-worker/order-workflows.js';
import { connect, type Threadline } from '../../client/connect.js';
import type { ProjectConfig } from '../../define-config.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { DEFAULT_TOOLS } from '../../extend/tools/default-tools.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { createThreadlineWorker, ThreadlinePlugin } from '../../worker/index.js';

/** Like a team's encryption. */
const reversing: PayloadCodec = {
  encode: (payloads) => Promise.resolve(payloads.map(reverse)),
  decode: (payloads) => Promise.resolve(payloads.map(reverse)),
};
const TEAM = {
  workflowsPath: find('order-workflows'),
  interceptors: { workflowModules: [find('trace-workflows')] },
  dataConverter: {
    payloadCodecs: [reversing],
    payloadConverterPath: fileURLToPath(new URL('fixtures/house-payload-converter.cjs', import.meta.url)),
  },
};

const spans: Span[] = [];
let system: TestSystem;
let project: ProjectConfig;
let connection: NativeConnection;
let client: Threadline;
let stop: () => Promise<void>;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
  connection = await NativeConnection.connect({ address: system.environment.temporalAddress });
  project = {
    flows: [assistantFlow('house:m')],
    tools: DEFAULT_TOOLS,
    models: { house: { baseUrl: system.model.baseUrl, models: { m: { window: 32_768 } } } },
  };
  const worker = await create({ activities, interceptors: trace() });
  const finished = worker.run();
  client = await connect({
    temporal: { address: system.environment.temporalAddress },
    databaseUrl: system.databaseUrl,
    taskQueue: system.taskQueue,
    temporalClient: { dataConverter: { payloadCodecs: [reversing] } },
  });
  stop = async () => {
    worker.shutdown();
    await finished;
  };
});
afterAll(async () => {
  await client?.close();
  await stop?.();
  await connection?.close();
  // The worker asks the model's endpoint for its window, which the scripted one does not know.
  await system?.stop({ check: false });
});

describe('createThreadlineWorker', () => {
  test("a chat and a team's Workflow -> both run in one Worker with the team's tracer and data converter, and replay", async () => {
    system.model.reply(text('Hello Ada.'));
    const conversation = client.conversation({ flow: 'assistant', user: system.newUser() });
    const { text: answer, executionId } = await conversation.ask('Hello');
    expect(answer).toBe('Hello Ada.');
    const order = `order/${system.newUser()}`;
    const { dataConverter } = TEAM;
    const temporal = new Client({
      connection: system.temporal.connection,
      dataConverter,
      plugins: [new ThreadlinePlugin({})],
    });
    const handle = await temporal.workflow.start<typeof fulfillOrder>('fulfillOrder', {
      taskQueue: system.taskQueue,
      workflowId: order,
      args: [{ order, items: ['lamp', 'desk'] }],
    });
    expect(await handle.result()).toEqual({ reserved: 2, parcel: `parcel-of-${order}` });
    expect(spans).toContainEqual({ trace: order, activity: 'shipOrder' });
    // Two Workflows below the message: the trace came through the execution.
    expect(spans).toContainEqual({ trace: conversation.workflowId, activity: 'callModel' });

    const ids = [order, conversation.workflowId, executionId];
    const histories = ids.map(async (workflowId) => ({
      workflowId,
      history: await system.temporal.workflow.getHandle(workflowId).fetchHistory(),
    }));
    const replays = Worker.runReplayHistories(
      { ...TEAM, plugins: [new ThreadlinePlugin({})] },
      await Promise.all(histories),
    );
    const errors: unknown[] = [];
    for await (const { error } of replays) errors.push(error);
    expect(errors).toEqual([undefined, undefined, undefined]);
  });

  test("an Activity with the name of Threadline's -> rejected with the name", async () => {
    await expect(create({ activities: { callModel: () => 1 } })).rejects.toThrow(
      "Activity 'callModel' is Threadline's",
    );
  });

  test("a bundle without Threadline's Workflows -> rejected with the fix", async () => {
    const { workflowsPath } = TEAM;
    const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: silent });
    await expect(create({ workflowsPath: undefined, workflowBundle })).rejects.toThrow(
      "The 'workflowBundle' lacks Threadline's Workflows",
    );
  });
});

describe('ThreadlinePlugin', () => {
  test("a Workflow with the name of Threadline's -> the bundling fails with the name", async () => {
    const workflowsPath = fileURLToPath(new URL('fixtures/same-workflow-name.ts', import.meta.url));
    const plugins = [new ThreadlinePlugin({})];
    await expect(bundleWorkflowCode({ workflowsPath, plugins, logger: silent })).rejects.toThrow(
      "Workflow 'conversation' is Threadline's",
    );
  });
});

function reverse({ metadata, data }: Payload): Payload {
  return { metadata, data: data && Uint8Array.from(data).reverse() };
}

const silent = new DefaultLogger('ERROR', () => undefined);

function create(options: Partial<WorkerOptions>): Promise<Worker> {
  return createThreadlineWorker({
    project,
    databaseUrl: system.databaseUrl,
    worker: { ...TEAM, connection, taskQueue: system.taskQueue, ...options },
  });
}

function trace(): WorkerOptions['interceptors'] {
  return { ...TEAM.interceptors, activity: [traceActivities((span) => spans.push(span))] };
}

function find(name: string): string {
  return fileURLToPath(new URL(`../../examples/own-worker/${name}.ts`, import.meta.url));
}
