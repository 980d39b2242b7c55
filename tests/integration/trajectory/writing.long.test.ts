import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { chat, custom } from '../../../flow/kinds/node-kinds.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import type { TrajectoryContext } from '../../../trajectory/writes/trajectory-context.js';
import { prune } from '../../../trajectory/graph/prune.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { counting, TRIP_FLOWS } from './fixtures/trip-flows.js';

type Work = (trajectory: TrajectoryContext) => unknown;

const works = new Map<string, Work>();
const perform = defineTool({
  name: 'perform',
  description: 'Does some work.',
  input: z.object({ work: z.string() }),
  retry: 'safe',
  execute: async ({ work }, { trajectory }) => (await works.get(work)?.(trajectory)) ?? 'done',
});
const think = defineNode({
  kind: 'custom:think',
  config: z.object({}),
  async execute(_, { trajectory }) {
    const found = await trajectory.add({ type: 'State', label: 'found', attributes: { belief: 'rain' } });
    await trajectory.modify(found, { belief: 'sun' }, { why: 'it cleared up' });
    return { output: found };
  },
});

let system: TestSystem;
let deaths = 0;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      { ...agentFlow({ slug: 'working', tools: ['perform'] }), history: { summaries: false } },
      defineFlow({
        slug: 'thinking',
        name: 'thinking',
        nodes: { chat: chat(), think: custom('think', {}) },
        edges: [['chat', 'think']],
      }),
      agentFlow({ slug: 'noting', tools: ['update_state', 'perform'] }),
      ...TRIP_FLOWS,
      counting(
        'counting',
        `trajectory.modify(trajectory.add({ type: 'State', label: 'sum' }), { belief: '2' }), 1 + 1`,
      ),
      counting('miscounting', `trajectory.advance('State(nope)'), 1 + 1`),
    ],
    tools: [perform],
    nodes: [think],
    model: {},
    onPoint: (point) => {
      if (point !== 'runTool.ran' || deaths === 0) return;
      deaths -= 1;
      throw new Error('The worker died');
    },
  });
});
afterAll(() => system?.stop());

function does(name: string, work: Work) {
  works.set(name, work);
  return { name: 'perform', arguments: { work: name } };
}

async function read(conversation: { workflowId: string }): Promise<TrajectoryView> {
  const { agents, warnings } = await system.client.executions.trajectory(conversation.workflowId);
  expect(warnings).toEqual([]);
  return agents[0]!.view;
}

function edgesOf({ edges }: TrajectoryView, id: string) {
  return edges.filter(({ from, to }) => from === id || to === id);
}

describe('what tools and nodes write', () => {
  test('nodes, changes and branches of tools, one of which runs twice -> once each in the graph', async () => {
    const conversation = system.client.conversation({ flow: 'working', user: system.newUser() });
    let runs = 0;
    system.model.reply(
      toolCalls([
        does('guess', async (trajectory) => {
          runs += 1;
          const plan = await trajectory.add({ type: 'State', label: 'plan', attributes: { goal: 'fly' } });
          const table = { type: 'Table' as const, label: 'flights', description: 'All flights' };
          await trajectory.add(table, { after: plan, edge: 'generates' });
          await trajectory.add({ type: 'State' }, { after: plan });
        }),
      ]),
      toolCalls([
        does('think again', async (trajectory) => {
          await trajectory.modify('State(plan)', { goal: 'walk' }, { why: 'no flights' });
          await trajectory.advance('State(plan)');
          return (await trajectory.view()).self;
        }),
      ]),
      text('You walk.'),
    );
    deaths = 1;
    expect((await conversation.ask('go')).text).toBe('You walk.');
    expect(runs).toBe(2);
    const view = await read(conversation);
    expect(view.nodes.map(({ id }) => id)).toEqual([
      ...['Query(query00000)', 'State(state00000)', 'Action(action00000)'],
      ...['State(plan)', 'Table(flights)', 'State(state00001)', 'Tool(tool00000)'],
      ...['State(state00002)', 'Action(action00001)', 'State(state00003)'],
    ]);
    expect(edgesOf(view, 'State(plan)')).toEqual([
      { from: 'Action(action00000)', to: 'State(plan)', type: 'has_conclusion' },
      { from: 'State(plan)', to: 'Table(flights)', type: 'generates' },
      { from: 'State(plan)', to: 'State(state00001)', type: 'has_conclusion' },
      { from: 'State(plan)', to: 'State(state00003)', type: 'has_conclusion' },
    ]);
    expect(edgesOf(view, 'State(state00002)')[0]).toMatchObject({ from: 'State(state00001)' });
    expect(view.nodes.find(({ id }) => id === 'State(plan)')).toMatchObject({
      attributes: { goal: 'walk' },
      versions: { 1: { goal: 'fly' } },
      reasons: { 1: 'no flights' },
    });
    expect(view.pointers).toEqual(['State(state00003)']);
  });

  test('a write that breaks a rule -> the error of the tool, and earlier writes stay', async () => {
    const conversation = system.client.conversation({ flow: 'working', user: system.newUser() });
    system.model.reply(
      toolCalls([
        does('break', async (trajectory) => {
          await trajectory.add({ type: 'State', label: 'kept' });
          await trajectory.add({ type: 'State' }, { after: 'State(nope)' });
        }),
      ]),
      text('It failed.'),
    );
    await conversation.ask('go');
    const view = await read(conversation);
    expect(view.nodes.find(({ type }) => type === 'Action')?.attributes).toMatchObject({
      success: false,
      output: expect.stringContaining("Node 'State(nope)' is unknown in round 1") as string,
    });
    expect(view.nodes.map(({ label }) => label)).toContain('kept');
  });

  test('a call that failed and was repeated in another way -> abandoned in every later view, one with a conclusion stays', async () => {
    const conversation = system.client.conversation({ flow: 'working', user: system.newUser() });
    const fails = (name: string) =>
      does(name, () => {
        throw new Error('no such table');
      });
    system.model.reply(
      toolCalls([fails('first')]),
      toolCalls([does('second', () => 'found')]),
      text('Found.'),
      toolCalls([fails('third')]),
      text('There is none.'),
    );
    await conversation.ask('look');
    await conversation.ask('look for another');
    const view = await read(conversation);
    const left = new Set(prune(view).nodes.map(({ id }) => id));
    expect(view.nodes.map(({ id }) => id).filter((id) => !left.has(id))).toEqual([
      ...['Action(action00000)'],
    ]);
    expect(edgesOf(view, 'State(state00001)')[0]).toMatchObject({ from: 'State(state00000)' });
    expect(view.pointers).toEqual(['State(state00004)']);
  });

  test('a turn canceled while its tool runs -> that branch is abandoned', async () => {
    const conversation = system.client.conversation({ flow: 'working', user: system.newUser() });
    let begin: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    system.model.reply(
      toolCalls([
        does('endless', () => {
          begin?.();
          return new Promise(() => undefined);
        }),
      ]),
    );
    const { turnId } = await conversation.submit('wait');
    await begun;
    await conversation.cancel(turnId);
    await expect
      .poll(async () => (await read(conversation)).pointers, { timeout: 20_000 })
      .toEqual(['State(state00000)']);
    const view = await read(conversation);
    expect(view.nodes.length - prune(view).nodes.length).toBe(1);
  });

  test('a failed call, a refused approval and a failed sub-execution -> in the full view, not in the pruned one', async () => {
    system.model.reply(
      toolCalls([
        does('fly', () => {
          throw new Error('no flights');
        }),
      ]),
      toolCalls([does('ride', () => 'a train')]),
      text('There is a train.'),
    );
    const user = system.newUser();
    const { executionId, result } = await system.client.executions.start({
      flow: 'trip',
      text: 'Rome',
      user,
    });
    await expect
      .poll(async () => (await system.client.executions.get(executionId)).status, { timeout: 20_000 })
      .toBe('interrupted');
    await system.client.executions.answer(executionId, { answer: 'no' });
    await result();
    const { agents } = await system.client.executions.trajectory(executionId);
    const cut = agents.map(({ subAgent, view }) => {
      const left = new Set(prune(view).nodes.map(({ id }) => id));
      return [subAgent, view.nodes.filter(({ id }) => !left.has(id)).map(({ label }) => label)];
    });
    expect(cut).toEqual([
      ['plan', ['action00000']],
      ['@flow', ['ask@1', 'book@1', 'broken@1']],
      ['book/1/@flow', []],
    ]);
    const flow = agents[1]!.view;
    const steps = flow.nodes.filter(({ type }) => type === 'Query' || type === 'Action');
    expect(steps.map(({ attributes }) => attributes['action'] ?? attributes['query'])).toEqual([
      ...['Rome', 'plan', 'ask', 'book', 'rescue', 'say'],
    ]);
    expect(flow.nodes.find(({ label }) => label === 'book@1')?.attributes).toMatchObject({
      success: false,
      executions: [`${executionId}/book/1`],
    });
    expect(edgesOf(flow, 'Action(rescue@1)')[0]?.from).toBe('Action(plan@1)');
  });

  test('an agent that notes its state -> the fields of that State, and of those after it until they change', async () => {
    const conversation = system.client.conversation({ flow: 'noting', user: system.newUser() });
    const note = (input: object) => ({ name: 'update_state', arguments: input });
    const plan = [
      { item: 'look', status: 'done' },
      { item: 'tell', status: 'open' },
    ];
    system.model.reply(
      toolCalls([note({ goal: 'the table', plan, status: 'looked', why: 'it was found' })]),
      toolCalls([note({ plan: [] }), note({ doubt: 'x' })]),
      text('Here it is.'),
    );
    await conversation.ask('find it');
    const view = await read(conversation);
    const [first, second, last] = view.nodes.filter(({ type }) => type === 'State');
    expect(first).toMatchObject({
      attributes: { goal: 'the table', plan, currentStatus: 'looked' },
      versions: { 1: { goal: 'find it', plan: null, currentStatus: 'tool-calls' } },
      reasons: { 1: 'it was found' },
    });
    expect(second!.attributes).toMatchObject({
      goal: 'the table',
      plan: [],
      actionHistory: ['update_state'],
    });
    expect(last!.attributes).toEqual({
      answersQuestion: true,
      content: 'Here it is.',
      goal: 'the table',
      plan: [],
      currentStatus: 'stop',
      actionHistory: ['update_state', 'update_state', 'update_state (failed)'],
    });
    expect(
      view.nodes.filter(({ type }) => type === 'Action').map(({ attributes }) => attributes['output']),
    ).toEqual([
      'Noted; 1 of 2 items of the plan are done',
      'Noted',
      expect.stringContaining('no field was given'),
    ]);
  });

  test('a code node -> its writes, and its value; a write that breaks a rule -> the failure of the node', async () => {
    const user = system.newUser();
    const counted = await system.client.executions.start({ flow: 'counting', text: 'go', user });
    expect(await counted.result()).toBe('2');
    const { agents } = await system.client.executions.trajectory(counted.executionId);
    expect(agents.map(({ subAgent }) => subAgent)).toEqual(['count', '@flow']);
    expect(agents[0]!.view.nodes.at(-1)).toMatchObject({
      id: 'State(sum)',
      attributes: { belief: '2' },
      versions: { 1: { belief: null } },
    });
    const miscounted = await system.client.executions.start({ flow: 'miscounting', text: 'go', user });
    await expect(miscounted.result()).rejects.toThrow("Node 'State(nope)' is unknown in round 1");
  });

  test('a custom node -> a State after its Action, with what it was before and why it changed', async () => {
    const conversation = system.client.conversation({ flow: 'thinking', user: system.newUser() });
    await conversation.ask('what will it be?');
    const view = await read(conversation);
    expect(edgesOf(view, 'State(found)')).toEqual([
      { from: 'Action(action00000)', to: 'State(found)', type: 'has_conclusion' },
    ]);
    expect(view.nodes.find(({ label }) => label === 'found')).toMatchObject({
      attributes: { belief: 'sun' },
      versions: { 1: { belief: 'rain' } },
      reasons: { 1: 'it cleared up' },
    });
    expect(view.pointers).toEqual(['State(found)']);
  });
});
