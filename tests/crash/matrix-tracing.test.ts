import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat, manual } from '../../flow/kinds/node-kinds.js';
import { lastToolResults, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem } from '../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import { scriptBySystem } from '../integration/flows/fixtures/script-by-system.js';
import {
  chatFlow,
  isSummaryRequest,
  SUMMARY,
  upkeepEnded,
} from '../integration/summaries/fixtures/summary-harness.js';
import { CaseWorkers, TIMEOUT_MS } from './case-course.js';
import { drawTrace } from './fixtures/draw-trace.js';
import { startSpanCollector } from './fixtures/span-collector.js';

const module = new URL('./fixtures/traced-project.ts', import.meta.url);
const TOOLS = ['first', 'second', 'third'];
const SECRET = 'the launch code';

const FLOWS = [
  defineFlow({
    slug: 'research',
    name: 'Research',
    nodes: {
      chat: chat(),
      lead: agent({
        model: SCRIPTED_MODEL,
        system: 'You are lead.',
        tools: [...TOOLS, 'spawn'],
        spawns: ['hand'],
      }),
    },
    edges: [['chat', 'lead']],
  }),
  defineFlow({
    slug: 'hand',
    name: 'Hand',
    nodes: { start: manual(), work: agent({ model: SCRIPTED_MODEL, system: 'You are hand.' }) },
    edges: [['start', 'work']],
  }),
];

const script = scriptBySystem({
  hand: () => text(`${SECRET} is here`),
  lead: (request) => {
    const results = request.messages.filter(({ role }) => role === 'tool').length;
    if (results === 0) return toolCalls(TOOLS.map((name) => ({ name, arguments: { text: SECRET } })));
    if (results === TOOLS.length)
      return toolCalls([{ name: 'spawn', arguments: { tasks: [{ flow: 'hand', text: SECRET }] } }]);
    return text(`It says: ${lastToolResults(request)[0]?.text}`);
  },
});

interface Kill extends Pick<Fault, 'point' | 'nth'> {
  sent?: number;
}

const KILLS: readonly Kill[] = [
  { point: 'callModel.answered', sent: 0 },
  { point: 'runTool.ran', sent: 3 },
  { point: 'prepareSpawn.after', sent: 5 },
  { point: 'settleSpawn.before', sent: 7 },
  { point: 'callModel.claimed', sent: 8 },
];
const KILLS_AFTER_COMMIT: readonly Kill[] = [
  { point: 'callModel.stored' },
  { point: 'runTool.stored' },
  { point: 'callModel.stored', nth: 2 },
  { point: 'finishExecution.after' },
  { point: 'callModel.stored' },
];

describe('traces of a turn', { timeout: 240_000 }, () => {
  let collector: Awaited<ReturnType<typeof startSpanCollector>>;

  beforeAll(async () => {
    collector = await startSpanCollector();
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter())] }).register();
  });

  afterAll(async () => {
    trace.disable();
    vi.unstubAllEnvs();
    await collector.close();
  });

  test('five kills before a step is stored -> one trace, and every span once', async () => {
    const { executionId, spans } = await runTurn(KILLS);
    expect(spans.map(({ key }) => key).sort()).toEqual(allKeys(executionId));
    expectOneTrace(spans);
    expect(drawTree(spans)).toEqual(
      [
        'ask research < invoke_agent research',
        'chat scripted < invoke_agent research',
        'chat scripted < invoke_agent research',
        'chat scripted < invoke_agent research',
        'chat scripted < invoke_agent hand',
        ...TOOLS.map((name) => `execute_tool ${name} < invoke_agent research`),
        'execute_tool spawn < invoke_agent research',
        'invoke_agent hand < execute_tool spawn',
        'invoke_agent research < ',
      ].sort(),
    );
    expect(collector.text()).not.toContain(SECRET);
  });

  // TRACE_PICTURE=docs/images/trace.svg npx vitest run --config vitest.crash.config.ts matrix-tracing -t drawing
  test('no kill -> a drawing with a bar for every span', async () => {
    const { spans } = await runTurn([]);
    const drawing = drawTrace(spans);
    expect(drawing.match(/ rx="2"/g)).toHaveLength(11);
    const path = process.env['TRACE_PICTURE'];
    if (path !== undefined) writeFileSync(path, drawing);
  });

  test('five kills after a step is stored -> one trace, no span twice, and only spans that a killed worker had not sent are lost', async () => {
    const { executionId, spans } = await runTurn(KILLS_AFTER_COMMIT);
    const keys = spans.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(allKeys(executionId)).toEqual(expect.arrayContaining(keys));
    expect(keys).toContain('undefined');
    expectOneTrace(spans);
  });

  test.each([
    ['before a summary is stored', 'summarizeThread.answered', 2],
    ['after a summary is stored', 'summarizeThread.adopted', 1],
  ] as const)('a kill %s -> its span once', async (_name, point, calls) => {
    const system = await startTestSystem(inject('environment'), {
      withoutWorker: true,
      flows: [chatFlow()],
      model: { script: (request) => text(isSummaryRequest(request) ? SUMMARY : 'fine') },
    });
    const workers = new CaseWorkers(() => startWorkerProcess(system, undefined, { module }));
    try {
      const first = await startWorkerProcess(system, { point, action: 'hold' }, { module });
      workers.add(first);
      const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
      await conversation.ask('one');
      await conversation.ask({ text: 'two', turnId: 'two' });
      await first.faulted;
      const findKeys = () => {
        const summaries = collector
          .spans()
          .filter(({ attributes }) => attributes.get('threadline.purpose') === 'summary');
        return summaries.map(({ attributes }) => String(attributes.get('threadline.span.key')));
      };
      const own = `${conversation.workflowId}/turn/two#summary.1`;
      const isOwn = (key: string) => key.startsWith(conversation.workflowId);
      if (calls === 1) await received(() => findKeys().includes(own));
      first.kill();
      await first.exited;
      await workers.startAnother();
      await upkeepEnded(system, conversation);
      await received(() => findKeys().includes(own));
      expect(findKeys().filter(isOwn)).toEqual([own]);
      expect(system.model.requests.filter(isSummaryRequest)).toHaveLength(calls);
    } finally {
      await workers.killAll();
      await system.stop({ check: false });
    }
  });

  async function runTurn(kills: readonly Kill[]) {
    const system = await startTestSystem(inject('environment'), {
      withoutWorker: true,
      flows: FLOWS,
      model: { script },
    });
    const workers = new CaseWorkers(() => startWorkerProcess(system, undefined, { module }));
    try {
      const conversation = system.client.conversation({ flow: 'research', user: system.newUser() });
      const executionId = `${conversation.workflowId}/turn/one`;
      const findSpans = () =>
        collector.spans().flatMap((span) => {
          const isOurs = String(span.attributes.get('threadline.execution.id')).startsWith(executionId);
          return isOurs ? [{ ...span, key: String(span.attributes.get('threadline.span.key')) }] : [];
        });
      if (kills.length === 0) await workers.startAnother();
      const asking = conversation.ask({ text: SECRET, turnId: 'one', timeoutMs: TIMEOUT_MS });
      for (const { sent, ...point } of kills) {
        const action = sent === undefined ? 'kill' : 'hold';
        const worker = await startWorkerProcess(system, { ...point, action }, { module });
        workers.add(worker);
        await worker.faulted;
        if (sent !== undefined) await received(() => findSpans().length === sent);
        worker.kill();
        await worker.exited;
      }
      if (kills.length > 0) await workers.startAnother();
      expect((await asking).text).toContain(SECRET);
      const last = ['ask research', 'invoke_agent research'];
      await received(() => last.every((name) => findSpans().some((span) => span.name === name)));
      return { executionId, spans: findSpans() };
    } finally {
      await workers.killAll();
      await system.stop({ check: false });
    }
  }
});

function received(isReceived: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(isReceived()).toBe(true), { timeout: 20_000 });
}

function allKeys(executionId: string): string[] {
  const child = `${executionId}/lead/1`;
  const steps = ['', '#1', '#1.1', '#1.2', '#1.3', '#2', '#2.1', '#3'].map((step) => `${executionId}${step}`);
  return [...steps, child, `${child}#1`, 'undefined'].sort();
}

type Span = Pick<
  ReturnType<Awaited<ReturnType<typeof startSpanCollector>>['spans']>[number],
  'name' | 'traceId' | 'spanId' | 'parentSpanId'
>;

function expectOneTrace(spans: readonly Span[]): void {
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
}

function drawTree(spans: readonly Span[]): string[] {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans
    .map(({ name, parentSpanId }) => `${name} < ${parentSpanId === undefined ? '' : names.get(parentSpanId)}`)
    .sort();
}
