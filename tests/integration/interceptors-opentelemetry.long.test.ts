import { context, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import {
  OpenTelemetryPlugin,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry-v2';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import type { Threadline } from '../../client/threadline.js';
import { DEFAULT_TOOLS } from '../../extend/tools/default-tools.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { executionSpanIds, modelCallSpanIds } from '../../tracing/span-ids.js';
import { createThreadlineWorker, ThreadlinePlugin } from '../../worker/index.js';
import { readEvents } from './fixtures/histories.js';

const exporter = new InMemorySpanExporter();
const spanProcessor = new SimpleSpanProcessor(exporter);
const resource = resourceFromAttributes({ 'service.name': 'house' });

let system: TestSystem;
let client: Threadline;
let connection: NativeConnection;
let worker: Worker;
let finished: Promise<void>;
beforeAll(async () => {
  new NodeTracerProvider({ resource, spanProcessors: [spanProcessor] }).register();
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
  connection = await NativeConnection.connect({ address: system.environment.temporalAddress });
  worker = await createThreadlineWorker({
    project: {
      flows: [assistantFlow('house:m')],
      tools: DEFAULT_TOOLS,
      models: { house: { baseUrl: system.model.baseUrl, models: { m: { window: 32_768 } } } },
    },
    databaseUrl: system.databaseUrl,
    worker: { connection, taskQueue: system.taskQueue, plugins: [tracing()] },
  });
  finished = worker.run();
  client = await connect({
    temporal: { address: system.environment.temporalAddress },
    databaseUrl: system.databaseUrl,
    taskQueue: system.taskQueue,
    temporalClient: { interceptors: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] } },
  });
});
afterAll(async () => {
  await client?.close();
  worker?.shutdown();
  await finished;
  await connection?.close();
  await system?.stop({ check: false });
  trace.disable();
  context.disable();
});

describe("the interceptors of Temporal's OpenTelemetry package", () => {
  test('two turns, then replayed -> our spans once, in a trace per turn, linked to the spans of the interceptors', async () => {
    const conversation = client.conversation({ flow: 'assistant', user: system.newUser() });
    const ids: string[] = [];
    for (const question of ['Hello', 'And now?']) {
      system.model.reply(text('Hello Ada.'));
      ids.push((await conversation.ask(question)).executionId);
    }
    const perTurn = ['ask assistant', 'chat m', 'invoke_agent assistant'];
    const countSpans = () => [...perTurn, 'RunWorkflow:execution'].map((name) => readSpans(name).length);
    await expect.poll(countSpans).toEqual([2, 2, 2, 2]);
    for (const [index, id] of ids.entries()) {
      const { traceId, spanId } = executionSpanIds(id);
      const [ask, chat, root] = perTurn.map((name) => readSpans(name)[index]!);
      expect([ask, chat, root].map((span) => span?.spanContext().traceId)).toEqual([
        traceId,
        traceId,
        traceId,
      ]);
      expect(root?.spanContext().spanId).toBe(spanId);
      expect(chat?.spanContext().spanId).toBe(modelCallSpanIds(id, 1).spanId);
      const activity = readSpans('RunActivity:callModel')[index]!;
      expect(chat?.links.map(({ context }) => context.spanId)).toEqual([activity.spanContext().spanId]);
      const request = readSpans('UpdateWithStartWorkflow:submitTurn')[index]!;
      expect(request.parentSpanContext?.spanId).toBe(ask?.spanContext().spanId);
    }
    expect(await replay([conversation.workflowId, ...ids])).toEqual([undefined, undefined, undefined]);
    expect(countSpans()).toEqual([2, 2, 2, 2]);
  });
});

function readSpans(name: string) {
  return exporter.getFinishedSpans().filter((span) => span.name === name);
}

function tracing() {
  return new OpenTelemetryPlugin({ resource, spanProcessor });
}

async function replay(ids: readonly string[]): Promise<unknown[]> {
  const histories = ids.map(async (workflowId) => ({
    workflowId,
    history: { events: await readEvents(system.temporal, workflowId) },
  }));
  const plugins = [tracing(), new ThreadlinePlugin({})];
  const errors: unknown[] = [];
  for await (const { error } of Worker.runReplayHistories({ plugins }, await Promise.all(histories)))
    errors.push(error);
  return errors;
}
