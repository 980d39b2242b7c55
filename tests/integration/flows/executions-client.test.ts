import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, approval, code, loop, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { text, type ModelRequest } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const model = SCRIPTED_MODEL;
const flows = [
  defineFlow({
    slug: 'letter',
    name: 'Letter',
    nodes: {
      start: manual(),
      draft: agent({ model, system: 'Draft.' }),
      ask: approval({ prompt: 'Send to {{ trigger.text }}?' }),
      below: subflow({ flow: 'double', input: { items: 'trigger.data.items' } }),
      sign: agent({ model, system: 'Sign.' }),
    },
    edges: [
      ['start', 'draft'],
      ['draft', 'ask'],
      ['ask', 'below'],
      ['below', 'sign'],
    ],
  }),
  defineFlow({
    slug: 'double',
    name: 'Double',
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}' }),
      twice: code({ expression: 'loop.item * 2' }),
      say: reply({ text: 'Of {{ each.total }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'twice', { on: 'item' }],
      ['twice', 'each', { on: 'next' }],
      ['each', 'say'],
    ],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows, model: { script: answer } });
});
afterAll(() => system?.stop());

describe('executions of a flow that asks a person', () => {
  test('waiting, a tree meanwhile, an answer, then a tree and a stream -> each shows the current state', async () => {
    const { executions } = system.client;
    const user = system.newUser();
    const input = { flow: 'letter', text: 'Bob', data: { items: [1, 2, 3] }, user };
    const { executionId, result } = await executions.start(input);
    const events: TurnEvent[] = [];
    const live = read(executions.stream(executionId, { hasNodes: true }), events);

    const [question] = await waitFor(() => executions.waiting({ user }));
    expect(question).toMatchObject({ executionId, nodeId: 'ask', iteration: '', prompt: 'Send to Bob?' });
    expect(await executions.waiting({ user: 'somebody else' })).toEqual([]);
    const [during] = await executions.tree(executionId);
    expect(during!.status).toBe('interrupted');
    expect(statuses(during!)).toEqual({
      start: 'success',
      draft: 'success',
      ask: 'waiting',
      below: 'pending',
      sign: 'pending',
    });

    await expect(executions.answer(executionId, { answer: 'yes', nodeId: 'nope' })).rejects.toMatchObject({
      type: 'Approval.NotWaiting',
    });
    await expect(executions.answer(executionId, { answer: 'x'.repeat(4_001) })).rejects.toMatchObject({
      type: 'Approval.InvalidAnswer',
    });
    await waitFor(async () => events.filter(({ type }) => type === 'approval'));
    expect(await executions.answer(executionId, { answer: 'Yes' })).toEqual({
      nodeId: 'ask',
      outcome: 'confirmed',
    });
    expect(await result()).toBe('Signed');
    await expect(executions.answer(executionId, { answer: 'yes' })).rejects.toMatchObject({
      type: 'Approval.NotWaiting',
    });
    expect(await executions.waiting({ user })).toEqual([]);

    const [after] = await executions.tree(executionId);
    expect(Object.values(statuses(after!))).toEqual(Array(5).fill('success'));
    expect(after!.waitedMs).toBeGreaterThan(0);
    expect(after!.nodes.find(({ nodeId }) => nodeId === 'draft')).toMatchObject({ modelCalls: 1 });
    const [child] = after!.children;
    expect(child).toMatchObject({ flow: 'double', parentNodeId: 'below', children: [] });
    expect(child!.givenTokens).toBeGreaterThan(0);
    expect(child!.returnedTokens).toBeGreaterThan(0);
    expect(child!.nodes.find(({ nodeId }) => nodeId === 'each')).toMatchObject({
      items: { done: 3, total: 3 },
    });
    expect(await executions.tree(child!.executionId)).toMatchObject([{ flow: 'double' }]);
    const { nodes } = await executions.details(child!.executionId, { hasItems: true });
    expect(nodes.find(({ nodeId }) => nodeId === 'twice')?.itemRuns?.map((run) => run.iteration)).toEqual([
      ...['0', '1', '2'],
    ]);
    expect((await executions.calls(executionId)).map((call) => [call.nodeId, call.stepInNode])).toEqual([
      ['draft', 1],
      ['sign', 1],
    ]);

    await live;
    expect(textIn(events)).toBe('Signed');
    expect(events.filter(({ type }) => type === 'approval')).toMatchObject([{ prompt: 'Send to Bob?' }]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'node', nodeId: 'draft', status: 'success' }),
    );
    expect(textIn(await read(executions.stream(executionId)))).toBe('Signed');
    const late = await read(executions.stream(executionId, { hasNodes: true }));
    const order = late.flatMap((event) => {
      if (event.type === 'node') return [`${event.nodeId} ${event.status}`];
      return event.type === 'text-delta' ? ['text'] : [];
    });
    expect([...new Set(order)]).toEqual([
      ...['draft success', 'ask success', 'below success', 'text', 'sign success'],
    ]);
  });
});

function statuses({ nodes }: { nodes: readonly { nodeId: string; status: string }[] }) {
  return Object.fromEntries(nodes.map(({ nodeId, status }) => [nodeId, status]));
}

async function read(
  stream: AsyncGenerator<TurnEvent, void, void>,
  events: TurnEvent[] = [],
): Promise<TurnEvent[]> {
  for await (const event of stream) events.push(event);
  return events;
}

function textIn(events: readonly TurnEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
}

async function waitFor<Item>(look: () => Promise<Item[]>): Promise<Item[]> {
  for (;;) {
    const found = await look();
    if (found.length > 0) return found;
    await sleep(100);
  }
}

function answer(request: ModelRequest) {
  return text(JSON.stringify(request.body).includes('Draft.') ? 'Drafted' : 'Signed');
}
