import { context, trace } from '@opentelemetry/api';
import { BatchSpanProcessor, InMemorySpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { afterEach, describe, expect, test } from 'vitest';
import { flushSpans } from '../../tracing/flush-spans.js';

afterEach(() => {
  trace.disable();
  context.disable();
});

describe('flushSpans', () => {
  test('a span that waits for its batch -> exported', async () => {
    const exporter = new InMemorySpanExporter();
    new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }).register();
    trace.getTracer('user').startSpan('one').end();
    expect(exporter.getFinishedSpans()).toEqual([]);
    await flushSpans();
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['one']);
  });

  test('no tracer provider -> no effect', async () => {
    await expect(flushSpans()).resolves.toBeUndefined();
  });
});
