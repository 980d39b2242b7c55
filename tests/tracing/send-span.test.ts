import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-node';
import { afterEach, describe, expect, test } from 'vitest';
import { runWithinSpan, sendSpan, traceRequest } from '../../tracing/send-span.js';
import { executionSpanIds, modelCallSpanIds } from '../../tracing/span-ids.js';

const TURN = 'conversation/assistant/ada/turn/1';
const LOOKS = { name: 'chat m', kind: SpanKind.CLIENT, attributes: { a: 1 } };

afterEach(() => {
  trace.disable();
  context.disable();
});

describe('sendSpan', () => {
  test('no tracer provider -> the span is not created', () => {
    sendSpan(() => expect.unreachable());
  });

  test('a step and its execution -> the derived ids, and a root without a parent', () => {
    const exporter = register();
    const call = modelCallSpanIds(TURN, 1);
    sendSpan(() => ({ ...LOOKS, ids: call, startedAt: new Date(1_000), errorType: 'Model.Unavailable' }));
    sendSpan(() => ({ ...LOOKS, ids: executionSpanIds(TURN), startedAt: new Date(1_000) }));
    const [step, root] = exporter.getFinishedSpans();
    expect(step?.spanContext()).toMatchObject({ traceId: call.traceId, spanId: call.spanId });
    expect(step?.parentSpanContext?.spanId).toBe(call.parentSpanId);
    expect(step?.attributes).toEqual({
      a: 1,
      'threadline.span.key': `${TURN}#1`,
      'error.type': 'Model.Unavailable',
    });
    expect(step?.status.code).toBe(SpanStatusCode.ERROR);
    expect(step?.startTime).toEqual([1, 0]);
    expect(root?.spanContext()).toMatchObject({ traceId: call.traceId, spanId: call.parentSpanId });
    expect(root?.parentSpanContext).toBeUndefined();
  });

  test('an active span of an interceptor -> linked, and not the parent', () => {
    const exporter = register();
    trace.getTracer('user').startActiveSpan('RunActivity', (own) => {
      sendSpan(() => ({ ...LOOKS, ids: modelCallSpanIds(TURN, 1), startedAt: new Date(1_000) }));
      own.end();
    });
    const [step, own] = exporter.getFinishedSpans();
    expect(step?.links.map((link) => link.context)).toEqual([own?.spanContext()]);
    expect(step?.spanContext().traceId).not.toBe(own?.spanContext().traceId);
  });

  test('a sampler by trace id -> keeps or drops whole turns, root included', () => {
    const exporter = register(new TraceIdRatioBasedSampler(0.5));
    const turns = Array.from({ length: 40 }, (_, index) => `conversation/assistant/ada/turn/${index}`);
    for (const turn of turns)
      for (const ids of [modelCallSpanIds(turn, 1), executionSpanIds(turn)])
        sendSpan(() => ({ ...LOOKS, ids, startedAt: new Date(1_000) }));
    const spans = new Map<string, number>();
    for (const span of exporter.getFinishedSpans()) {
      const { traceId } = span.spanContext();
      spans.set(traceId, (spans.get(traceId) ?? 0) + 1);
    }
    expect(spans.size).toBeGreaterThan(0);
    expect(spans.size).toBeLessThan(turns.length);
    expect([...new Set(spans.values())]).toEqual([2]);
  });
});

describe('traceRequest', () => {
  const describeOwn = () => ({ ...LOOKS, parent: executionSpanIds(TURN) });

  test('a request with an active caller -> in the trace of the turn, linked both ways', async () => {
    const exporter = register();
    await trace.getTracer('user').startActiveSpan('POST /chat', async (caller) => {
      await traceRequest(describeOwn, () => Promise.resolve());
      caller.end();
    });
    const [request, caller] = exporter.getFinishedSpans();
    const { traceId, spanId } = executionSpanIds(TURN);
    expect(request?.spanContext().traceId).toBe(traceId);
    expect(request?.parentSpanContext?.spanId).toBe(spanId);
    expect(request?.links.map((link) => link.context)).toEqual([caller?.spanContext()]);
    expect(caller?.links.map((link) => link.context)).toEqual([request?.spanContext()]);
  });

  test('a request that throws -> the error, and a span with its type', async () => {
    const exporter = register();
    const error = Object.assign(new Error('full'), { type: 'Conversation.QueueFull' });
    await expect(traceRequest(describeOwn, () => Promise.reject(error))).rejects.toBe(error);
    expect(exporter.getFinishedSpans()[0]?.attributes['error.type']).toBe('Conversation.QueueFull');
  });

  test('ids that cannot be derived -> the request runs without a span', async () => {
    const exporter = register();
    const fail = () => {
      throw new Error('invalid');
    };
    expect(await traceRequest(fail, () => Promise.resolve('done'))).toBe('done');
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});

describe('runWithinSpan', () => {
  test("a tool's own spans -> children of the tool call's span", () => {
    const exporter = register();
    const ids = modelCallSpanIds(TURN, 1);
    context.with(ROOT_CONTEXT, () =>
      runWithinSpan(
        () => ids,
        () => trace.getTracer('user').startSpan('GET').end(),
      ),
    );
    const [span] = exporter.getFinishedSpans();
    expect(span?.parentSpanContext).toMatchObject({ traceId: ids.traceId, spanId: ids.spanId });
  });
});

function register(sampler?: Sampler): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  new NodeTracerProvider({ spanProcessors, ...(sampler && { sampler }) }).register();
  return exporter;
}
