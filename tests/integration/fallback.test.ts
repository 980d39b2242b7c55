import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import { assistantFlow } from '../../flow/default-flow.js';
import type { FlowDefinition } from '../../flow/definition.js';
import {
  fault,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const CALL = toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]);

const WINDOW = 6_000;

let first: (request: ModelRequest) => Reply;
let second: (request: ModelRequest) => Reply;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [flowOf('several', [SCRIPTED_MODEL, SCRIPTED_ANTHROPIC_MODEL])],
    models: { anthropic: { models: { 'claude-scripted': { window: WINDOW } } } },
    timing: { outageMs: 1 },
    model: { script: (request) => (isFirst(request) ? first(request) : second(request)) },
  });
});
afterAll(() => system?.stop());

describe('a node with several models', () => {
  test('the first model is rate limited for long -> the next one answers the whole run, planned for its grammar, reported and recorded', async () => {
    const asked = system.model.requests.length;
    first = () => fault.rateLimited({ retryAfter: 60 });
    second = ({ messages }) => (messages.length === 1 ? CALL : text('It is 42.'));
    const { events, executionId } = await ask('What is 6*7?');
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'It is 42.' });
    expect(system.model.requests.slice(asked).map(isFirst)).toEqual([true, false, false]);
    expect(events.find(({ type }) => type === 'fallback')).toMatchObject({
      from: SCRIPTED_MODEL,
      to: SCRIPTED_ANTHROPIC_MODEL,
      errorType: 'Model.RateLimited',
    });
    const [limited, call, answer] = await system.client.executions.explain(executionId);
    expect(limited).toMatchObject({
      model: SCRIPTED_MODEL,
      status: 'failed',
      errorType: 'Model.RateLimited',
    });
    expect(call).toMatchObject({
      model: SCRIPTED_ANTHROPIC_MODEL,
      context: { insteadOf: { step: limited!.step, model: SCRIPTED_MODEL } },
    });
    expect(answer).toMatchObject({ model: SCRIPTED_ANTHROPIC_MODEL, status: 'completed' });
  });

  test('a question for which the window of the next one has no room -> cut for that model alone; the calls of both are counted', async () => {
    first = () => fault.rateLimited({ retryAfter: 60 });
    second = () => text('Long.', { usage: { inputTokens: 70, outputTokens: 3 } });
    const { executionId } = await ask('What a long river this is. '.repeat(1_500));
    const [limited, answered] = await system.client.executions.explain(executionId);
    expect(limited!.context.arithmetic!.window).toBeGreaterThan(WINDOW);
    expect(limited!.context.left).toEqual([]);
    expect(answered!.context.arithmetic).toMatchObject({ window: WINDOW });
    expect(answered!.context.left).toMatchObject([{ rule: 'cut' }]);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      modelCalls: 2,
      inputTokens: 70,
      outputTokens: 3,
    });
    expect(await byModel(executionId)).toEqual([
      { model: SCRIPTED_MODEL, status: 'failed' },
      { model: SCRIPTED_ANTHROPIC_MODEL, status: 'completed' },
    ]);
  });

  test('the first is cut off in each try -> its text is discarded, then the next one answers', async () => {
    const asked = system.model.requests.length;
    first = () => fault.cutMidStream('Half of');
    second = () => text('A whole answer.');
    const { events } = await ask('Hello');
    expect(system.model.requests.slice(asked).map(isFirst)).toEqual([true, true, true, true, false]);
    expect(readScreen(events)).toBe('A whole answer.');
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'A whole answer.' });
  });

  test("the first is back in the next turn; all are unavailable -> the turn fails with the last one's error", async () => {
    first = () => text('Back.');
    expect((await ask('Hello')).events.at(-1)).toMatchObject({ type: 'done', text: 'Back.' });
    first = () => fault.status(401);
    second = () => fault.status(402);
    const { events } = await ask('Hello');
    expect(events.at(-1)).toMatchObject({ type: 'failed', errorType: 'Model.Authentication' });
  });

  test('the first refuses the request -> the next one is not called', async () => {
    const asked = system.model.requests.length;
    first = () => fault.status(400);
    const { events } = await ask('Hello');
    expect(events.at(-1)).toMatchObject({ type: 'failed', errorType: 'Model.InvalidRequest' });
    expect(system.model.requests.slice(asked).every(isFirst)).toBe(true);
  });
});

async function ask(message: string): Promise<{ events: TurnEvent[]; executionId: string }> {
  const conversation = system.client.conversation({ flow: 'several', user: system.newUser() });
  const { turnId, executionId } = await conversation.submit(message);
  const events: TurnEvent[] = [];
  for await (const event of conversation.stream(turnId)) events.push(event);
  return { events, executionId };
}

async function byModel(executionId: string) {
  return system.db
    .selectFrom('model_call')
    .innerJoin('execution', 'execution.id', 'model_call.execution_id')
    .select(['model', 'model_call.status'])
    .where('workflow_id', '=', executionId)
    .orderBy('step')
    .execute();
}

function readScreen(events: readonly TurnEvent[]): string {
  let shown = '';
  for (const event of events) {
    if (event.type === 'reset') shown = '';
    if (event.type === 'text-delta') shown += event.text;
  }
  return shown;
}

function isFirst({ path }: ModelRequest): boolean {
  return path.endsWith('/chat/completions');
}

function flowOf(slug: string, model: readonly string[]): FlowDefinition {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, model: [...model] } } : node,
  );
  return { ...flow, slug, nodes };
}
