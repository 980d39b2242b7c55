import { context, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fault, text } from '../../../packages/testing/model-server/index.js';
import { executionSpanIds, upkeepCallSpanIds } from '../../../tracing/span-ids.js';
import { PORTRAIT_USAGE, tell, useTouchingSystem } from '../trajectory/fixtures/touching-harness.js';
import {
  attempts,
  chatFlow,
  POLLING,
  SUBJECTS,
  upkeepEnded,
  useSummarySystem,
} from './fixtures/summary-harness.js';

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
});
afterAll(() => {
  trace.disable();
  context.disable();
});

describe('traces of summaries', () => {
  const harness = useSummarySystem({ flows: [chatFlow(), chatFlow({ messages: 50 }, { slug: 'slow' })] });

  test('a refused, a blank and an adopted summary -> a span each, in the trace of the turn before it', async () => {
    const conversation = harness.conversation();
    harness.reply(fault.status(401), text(' '));
    const turns: string[] = [];
    for (const subject of SUBJECTS.slice(0, 6)) {
      const message = { text: `the ${subject}`, turnId: subject };
      turns.push((await conversation.submit(message)).executionId);
      await conversation.ask(message);
      if (turns.length > 1) await harness.settled(conversation);
    }
    await expect.poll(() => attempts(harness.system, conversation), POLLING).toHaveLength(3);
    await harness.settled(conversation);
    const rows = await attempts(harness.system, conversation);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'unusable', 'adopted']);
    const spans = readSpans('summary', conversation.workflowId);
    expect(spans.map(({ ids }) => ids)).toEqual(
      rows.map(({ ordinal, position }) => expectedIds(turns[position - 1]!, { purpose: 'summary', ordinal })),
    );
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual([
      'Model.Authentication',
      undefined,
      undefined,
    ]);
    expect(spans.at(-1)).toMatchObject({
      name: 'chat scripted',
      attributes: {
        'gen_ai.conversation.id': conversation.workflowId,
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 10,
        'gen_ai.response.finish_reasons': ['stop'],
        'threadline.model.failures': 0,
      },
    });
    expect(JSON.stringify(spans)).not.toContain('They talked');
  });

  test('a summary request that is too long, then shorter -> a span for each', async () => {
    const conversation = harness.conversation();
    harness.reply(fault.contextLength({ limit: 100, actual: 900 }));
    for (const subject of SUBJECTS.slice(0, 4)) await conversation.ask(`the ${subject}`);
    await expect.poll(() => attempts(harness.system, conversation), POLLING).toHaveLength(1);
    await harness.settled(conversation);
    const spans = readSpans('summary', conversation.workflowId);
    expect(new Set(spans.map(({ ids }) => ids.spanId)).size).toBe(2);
    expect(new Set(spans.map(({ ids }) => ids.parentSpanId)).size).toBe(1);
    expect(spans.map(({ attributes }) => attributes['error.type']).toSorted()).toEqual([
      'Model.ContextOverflow',
      undefined,
    ]);
  });

  test('a summary for a thread -> a span in the trace of the newest turn that it covers', async () => {
    const conversation = harness.conversation('slow');
    const long = 'and of the water in it '.repeat(60);
    for (const subject of SUBJECTS.slice(0, 5)) await conversation.ask(`the ${subject} ${long}`);
    const thread = await conversation.openThread({ message: 9 });
    await expect.poll(() => attempts(harness.system, conversation), POLLING).toHaveLength(1);
    await harness.settled(thread);
    const [row] = await attempts(harness.system, conversation);
    const { ordinal, position, way } = row!;
    expect(way).toBe('thread');
    const { workflow_id: turn } = await harness.system.db
      .selectFrom('execution')
      .innerJoin('conversation', 'conversation.id', 'conversation_id')
      .select('execution.workflow_id')
      .where('conversation.workflow_id', '=', conversation.workflowId)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    expect(readSpans('summary', conversation.workflowId).map(({ ids }) => ids)).toEqual([
      expectedIds(turn, { purpose: 'summary', ordinal }),
    ]);
  });
});

describe('traces of descriptions', () => {
  const harness = useTouchingSystem();

  test('a turn and an execution outside conversations -> a span in the trace of each', async () => {
    const conversation = harness.conversation();
    const request = tell('look', { tables: ['sales'] });
    const turn = await conversation.submit(request);
    await conversation.ask({ text: request, turnId: turn.turnId });
    await harness.settled(conversation);
    const alone = await harness.system.client.executions.start({ flow: 'touching', text: request });
    await alone.result();
    await upkeepEnded(harness.system, { workflowId: alone.executionId });
    for (const { executionId } of [turn, alone]) {
      const [span, ...more] = readSpans('description', executionId);
      expect(more).toEqual([]);
      expect(span?.ids).toEqual(expectedIds(executionId, { purpose: 'description', ordinal: 1 }));
      expect(span?.attributes).toMatchObject({
        'gen_ai.usage.input_tokens': PORTRAIT_USAGE.inputTokens,
        'gen_ai.usage.output_tokens': PORTRAIT_USAGE.outputTokens,
      });
    }
  });
});

function expectedIds(executionId: string, call: Parameters<typeof upkeepCallSpanIds>[1]) {
  const { traceId, spanId } = upkeepCallSpanIds(executionId, call);
  return { traceId, spanId, parentSpanId: executionSpanIds(executionId).spanId };
}

function readSpans(purpose: string, id: string) {
  return exporter
    .getFinishedSpans()
    .filter(
      ({ attributes }) =>
        attributes['threadline.purpose'] === purpose &&
        String(attributes['threadline.execution.id']).startsWith(id),
    )
    .map((span) => ({
      name: span.name,
      attributes: span.attributes,
      ids: { ...span.spanContext(), parentSpanId: span.parentSpanContext?.spanId },
    }))
    .map(({ ids: { traceId, spanId, parentSpanId }, ...span }) => ({
      ...span,
      ids: { traceId, spanId, parentSpanId },
    }));
}
