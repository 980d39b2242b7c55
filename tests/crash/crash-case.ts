import { expect, vi } from 'vitest';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import { text, toolCalls, type ModelRequest, type Reply } from '../../packages/testing/model-server/index.js';
import { startTestSystem } from '../../packages/testing/test-system.js';
import type { TestEnvironment } from '../../packages/testing/test-environment.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import { anotherTakesOver, CaseWorkers, TIMEOUT_MS, type CaseCourse } from './case-course.js';
import { png } from '../integration/fixtures/pictures.js';
import { readGraph } from '../integration/trajectory/read-graph.js';

const ANSWER = 'The answer is 42, and it took a while to say so.';
const FILE = { type: 'image', image: png(64, 48, 'six'), mediaType: 'image/png' } as const;
const USAGE = { inputTokens: 11, outputTokens: 7 };

function script(request: ModelRequest): Reply {
  const last = request.messages.at(-1);
  if (last?.role !== 'tool')
    return toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }], { usage: USAGE });
  return text(ANSWER, { chunks: 12, delayMs: 100, usage: USAGE });
}

export async function runCrashCase(
  environment: TestEnvironment,
  fault: Fault,
  { ready, meet }: CaseCourse = anotherTakesOver,
): Promise<void> {
  const system = await startTestSystem(environment, { withoutWorker: true, model: { script } });
  const workers = new CaseWorkers(() => startWorkerProcess(system));
  try {
    const first = await startWorkerProcess(system, fault);
    workers.add(first);
    await ready();
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const submitting = conversation.submit({
      parts: [{ type: 'text', text: 'What is 6*7?' }, FILE],
      turnId: 'one',
      timeoutMs: TIMEOUT_MS,
    });
    const following = submitting.then(() => follow(conversation.stream('one')));
    const [events] = await Promise.all([following, meet(first, workers)]);
    expect(events.at(-1)).toMatchObject({ type: 'done', text: ANSWER });
    expect(shownText(events)).toBe(ANSWER);
    expect((await conversation.ask({ text: 'And again?', turnId: 'two', timeoutMs: TIMEOUT_MS })).text).toBe(
      ANSWER,
    );
    await assertRows();

    async function assertRows(): Promise<void> {
      const { messages } = await conversation.history();
      expect(messages.map(({ seq, role, turnId }) => ({ seq, role, turnId }))).toEqual([
        { seq: 4, role: 'assistant', turnId: 'two' },
        { seq: 3, role: 'user', turnId: 'two' },
        { seq: 2, role: 'assistant', turnId: 'one' },
        { seq: 1, role: 'user', turnId: 'one' },
      ]);
      for (const turnId of ['one', 'two']) {
        const view = await system.client.executions.get(`${conversation.workflowId}/turn/${turnId}`);
        expect(view).toMatchObject({ status: 'completed', modelCalls: 2, inputTokens: 22, outputTokens: 14 });
      }
      const trace = await system.db
        .selectFrom('trace_message')
        .select(['execution_id', 'step', 'ordinal', 'is_partial'])
        .orderBy('execution_id')
        .orderBy('step')
        .orderBy('ordinal')
        .execute();
      expect(trace.map((row) => `${row.step}.${row.ordinal}`)).toEqual([
        '1.0',
        '1.1',
        '2.0',
        '1.0',
        '1.1',
        '2.0',
      ]);
      expect(messages.map(({ attachments }) => attachments?.length ?? 0)).toEqual([0, 0, 0, 1]);
      expect(await system.db.selectFrom('upload').select('kind').execute()).toEqual([{ kind: 'picture' }]);
      expect(trace.some((row) => row.is_partial)).toBe(false);
      expect(await system.db.selectFrom('stream_chunk').select('step').execute()).toEqual([]);
      expect(await system.db.selectFrom('turn').select('status').execute()).toEqual([
        { status: 'completed' },
        { status: 'completed' },
      ]);
      const active = await system.db.selectFrom('conversation').select('active_execution_id').execute();
      expect(active).toEqual([{ active_execution_id: null }]);
      await assertGraphs();
    }

    async function assertGraphs(): Promise<void> {
      const graphs = async () => {
        const rounds = await readGraph(system.db, conversation.workflowId);
        const labels = rounds.flatMap(({ nodes }) => nodes);
        expect(new Set(labels).size).toBe(labels.length);
        return rounds.map(({ nodes, edges, pointers }) => ({
          nodes: nodes.map((node) => node.replace(/ \d+/, '')),
          edges: edges.length,
          pointers,
        }));
      };
      const graph = {
        nodes: ['Query', 'State', 'Action', 'State', 'Tool calculate'],
        edges: 4,
        pointers: '2.0',
      };
      const nodes = ['Query', 'State', 'Action', 'State', 'File picture', 'Tool calculate'];
      const first = { ...graph, nodes, edges: 5 };
      await vi.waitFor(async () => expect(await graphs()).toEqual([first, graph]), { timeout: 30_000 });
    }
  } finally {
    await workers.killAll();
    await system.stop({ check: false });
  }
}

async function follow(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function shownText(events: readonly TurnEvent[]): string {
  let shown = '';
  for (const event of events) {
    if (event.type === 'reset') shown = '';
    if (event.type === 'text-delta') shown += event.text;
  }
  return shown;
}
