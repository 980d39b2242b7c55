import { context, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { text, type Reply } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { executionSpanIds, modelCallSpanIds } from '../../../tracing/span-ids.js';
import { connect } from '../../../client/connect.js';
import { setStudioUrl } from '../../../tracing/studio-url.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

const exporter = new InMemorySpanExporter();

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  system = await startTestSystem(inject('environment'));
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
  trace.disable();
  context.disable();
});

describe('traces of requests to the gateway', () => {
  test('a message, a regenerated answer, an edit and a retry -> each in the trace of its turn, with the model call', async () => {
    const user = system.newUser();
    const send = async (path: string, body: object, reply: Reply = text('Hello.')) => {
      system.model.reply(reply);
      const headers = { authorization: `Bearer ${user}`, 'content-type': 'application/json' };
      const url = `${gateway.url}/api/v1/conversations/assistant/turns${path}`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      const { turnId, executionId } = (await response.json()) as { turnId: string; executionId: string };
      for await (const _ of system.client.conversation({ flow: 'assistant', user }).stream(turnId));
      return executionId;
    };
    const ids = [
      await send('', { text: 'Hi', turnId: 'one' }),
      await send('/one/regenerate', { turnId: 'two' }),
      await send('/one/edit', { text: 'Hi there', turnId: 'three' }, { kind: 'status-error', status: 401 }),
      await send('/three/retry', { turnId: 'four' }),
    ];
    const requests = ['submit', 'regenerate', 'edit', 'retry'].map((name, index) => {
      const { traceId, spanId: parent } = executionSpanIds(ids[index] ?? '');
      return { name: `${name} assistant`, traceId, parent };
    });
    const calls = ids.map((id) => {
      const { traceId, parentSpanId: parent } = modelCallSpanIds(id, 1);
      return { name: 'chat scripted', traceId, parent };
    });
    const roots = ids.map((id) => ({
      name: 'invoke_agent assistant',
      traceId: executionSpanIds(id).traceId,
      parent: undefined,
    }));
    await expect.poll(() => readSpans().length).toBe(12);
    expect(readSpans()).toEqual(expect.arrayContaining([...requests, ...calls, ...roots]));
  });

  test("a program that sets THREADLINE_STUDIO_URL -> its spans link to that studio's page", async () => {
    vi.stubEnv('THREADLINE_STUDIO_URL', 'https://chats.example.com/studio/');
    const client = await connect({
      temporal: { address: system.environment.temporalAddress },
      databaseUrl: system.databaseUrl,
      taskQueue: system.taskQueue,
    });
    try {
      system.model.reply(text('Hello.'));
      const run = await client.executions.start({ flow: 'assistant', text: 'Hi', trigger: 'chat' });
      await run.result();
      const started = exporter.getFinishedSpans().find(({ name }) => name === 'start assistant');
      expect(started?.attributes['threadline.why']).toBe(
        `https://chats.example.com/studio/#/runs/${encodeURIComponent(run.executionId)}`,
      );
    } finally {
      vi.unstubAllEnvs();
      setStudioUrl(undefined);
      await client.close();
    }
  });
});

function readSpans() {
  return exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    parent: span.parentSpanContext?.spanId,
  }));
}
