import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { formatHealth } from '../../cli/health/format-health.js';
import { createStyle } from '../../cli/format/style.js';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import { assistantFlow } from '../../flow/default-flow.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { fault, text, type ModelRequest, type Reply } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let first: () => Reply;
let second: () => Reply = () => text('Second.');
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      flowOf('several', [SCRIPTED_MODEL, SCRIPTED_ANTHROPIC_MODEL]),
      flowOf('hasty', [SCRIPTED_MODEL, SCRIPTED_ANTHROPIC_MODEL], { fallbackSeconds: 1 }),
      flowOf('alone', [SCRIPTED_MODEL]),
    ],
    models: { openai: { models: { scripted: { stallMs: 1_000 } } } },
    model: { script: (request) => (isFirst(request) ? first() : second()) },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('a model that is unavailable', () => {
  test('an outage -> four tries in all; the next turn reaches the fallback without a request to the model, on another worker too', async () => {
    const one = await system.startWorker();
    first = () => fault.status(503);
    expect(await ask('several')).toEqual({ answer: 'Second.', asked: [true, true, true, true, false] });
    expect(await ask('several')).toEqual({ answer: 'Second.', asked: [false] });
    await one.shutdown();
    await system.startWorker();
    const { answer, asked, events } = await askForEvents('several');
    expect({ answer, asked }).toEqual({ answer: 'Second.', asked: [false] });
    expect(events.find(({ type }) => type === 'fallback')).toMatchObject({
      from: SCRIPTED_MODEL,
      to: SCRIPTED_ANTHROPIC_MODEL,
      errorType: 'Model.Unavailable',
      message: expect.stringContaining('The model was skipped, because its last 4 tries failed'),
    });
  });

  test('the outage is known, and the fallback has not answered yet -> `fallback` is streamed, without a request to the model', async () => {
    await setRetryAt(new Date(Date.now() + 3_600_000));
    second = () => fault.hang();
    const before = system.model.requests.length;
    const conversation = system.client.conversation({ flow: 'several', user: system.newUser() });
    const { turnId } = await conversation.submit('Hello');
    let event: TurnEvent | undefined;
    for await (event of conversation.stream(turnId)) if (event.type === 'fallback') break;
    expect(event?.type).toBe('fallback');
    expect(system.model.requests.slice(before).filter(isFirst)).toEqual([]);
    await conversation.cancel();
    second = () => text('Second.');
  });

  test('its health -> the model, its failed tries, the reason and the next try', async () => {
    const health = await system.client.health();
    expect(health.unavailable).toMatchObject([{ model: SCRIPTED_MODEL, failures: 4 }]);
    const [{ retryAt, since }] = health.unavailable as [(typeof health.unavailable)[0]];
    expect(retryAt.getTime()).toBeGreaterThan(since.getTime());
    expect(formatHealth(health, createStyle(false))).toMatch(/UNAVAILABLE[^]*openai:scripted/);
  });

  test('the pause is over and the model still fails -> one try, then the fallback; skipped again', async () => {
    await endTime();
    expect(await ask('several')).toEqual({ answer: 'Second.', asked: [true, false] });
    expect(await ask('several')).toEqual({ answer: 'Second.', asked: [false] });
    expect((await system.client.health()).unavailable).toMatchObject([{ failures: 5 }]);
  });

  test('the pause is over and several turns call at once -> one of them tries the model', async () => {
    await endTime();
    const before = system.model.requests.length;
    await Promise.all([ask('several'), ask('several'), ask('several')]);
    expect(system.model.requests.slice(before).filter(isFirst)).toHaveLength(1);
  });

  test('the pause is over and the model is available -> it answers, and counts as available for all', async () => {
    await endTime();
    first = () => text('First.');
    expect(await ask('several')).toEqual({ answer: 'First.', asked: [true] });
    expect((await system.client.health()).unavailable).toEqual([]);
    expect(await ask('several')).toEqual({ answer: 'First.', asked: [true] });
  });

  test('no other model -> called in spite of the outage; a success ends the outage', async () => {
    first = () => fault.status(503);
    await ask('several');
    expect((await system.client.health()).unavailable).toHaveLength(1);
    first = () => text('First.');
    expect(await ask('alone')).toEqual({ answer: 'First.', asked: [true] });
    expect((await system.client.health()).unavailable).toEqual([]);
  });

  test('failures with a success between -> not added up', async () => {
    const failures = [503, 503, 503];
    first = () => (failures.length > 0 ? fault.status(failures.pop() as 503) : text('First.'));
    expect(await ask('several')).toEqual({ answer: 'First.', asked: [true, true, true, true] });
    failures.push(503, 503, 503);
    expect(await ask('several')).toEqual({ answer: 'First.', asked: [true, true, true, true] });
    expect((await system.client.health()).unavailable).toEqual([]);
  });

  test('no output for longer than fallbackSeconds -> the fallback answers after the first try', async () => {
    first = () => fault.hang();
    expect(await ask('hasty')).toEqual({ answer: 'Second.', asked: [true, false] });
  });
});

async function ask(flow: string): Promise<{ answer: string; asked: boolean[] }> {
  const { answer, asked } = await askForEvents(flow);
  return { answer, asked };
}

async function askForEvents(flow: string) {
  const before = system.model.requests.length;
  const conversation = system.client.conversation({ flow, user: system.newUser() });
  const { turnId } = await conversation.submit('Hello');
  const events: TurnEvent[] = [];
  for await (const event of conversation.stream(turnId)) events.push(event);
  const last = events.at(-1);
  const answer = last?.type === 'done' ? last.text : '';
  return { answer, events, asked: system.model.requests.slice(before).map(isFirst) };
}

function endTime(): Promise<void> {
  return setRetryAt(new Date(0));
}

async function setRetryAt(date: Date): Promise<void> {
  await system.db.updateTable('model_outage').set({ retry_at: date }).execute();
}

function isFirst({ path }: ModelRequest): boolean {
  return path.endsWith('/chat/completions');
}

function flowOf(
  slug: string,
  model: readonly string[],
  settings: { fallbackSeconds?: number } = {},
): FlowDefinition {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, ...settings, model: [...model] } } : node,
  );
  return { ...flow, slug, nodes };
}
