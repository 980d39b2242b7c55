import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { assistantFlow } from '../../../flow/default-flow.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { currentTime } from '../../../extend/tools/current-time.js';
import { recordMissing } from '../../../store/trajectory/record-missing.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { readGraph } from './read-graph.js';

const readTable = defineTool({
  name: 'read_table',
  description: 'Reads a table.',
  input: z.object({ table: z.string(), rows: z.number().optional() }),
  retry: 'safe',
  execute: ({ table }, { touch }) => {
    touch({ type: 'Column', name: `${table}.total`, attributes: { fromTable: table } });
    return [{ total: 18 }];
  },
  touches: ({ table }) => [{ type: 'Table', name: table, description: 'Orders of the shop' }],
});

let system: TestSystem;
beforeAll(async () => {
  const base = assistantFlow(SCRIPTED_MODEL);
  const flow = {
    ...base,
    history: { summaries: false as const },
    nodes: base.nodes.map((node) =>
      node.kind === 'agent'
        ? { ...node, config: { ...node.config, tools: ['read_table', 'pause', 'current_time'] } }
        : node,
    ),
  };
  system = await startTestSystem(inject('environment'), {
    flows: [flow],
    tools: [readTable, pause, currentTime],
    model: {},
  });
});
afterAll(() => system?.stop());

const pause = defineTool({
  name: 'pause',
  description: 'Waits.',
  input: z.object({ ms: z.number(), file: z.string() }),
  retry: 'safe',
  execute: async ({ ms, file }, { touch }) => {
    touch({ type: 'File', name: file, how: 'written', description: 'A file' });
    await setTimeout(ms);
    return 'done';
  },
});

describe('what a run leaves in the graph', () => {
  test('two rounds, with a failed call -> bridges begin at each node without successors, and nowhere else', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const calls = [{ table: 'orders' }, { rows: 3 }].map((given) => ({
      name: 'read_table',
      arguments: given,
    }));
    system.model.reply(toolCalls(calls), text('one'), text('two'));
    await conversation.ask('first');
    await conversation.ask('second');
    const { nodes, edges } = (await conversation.trajectory()).agents[0]!.view;
    const bridges = edges.filter(({ type }) => type === 'continues_to');
    expect(new Set(bridges.map(({ to }) => to))).toEqual(new Set(['Query(query00001)']));
    const left = new Set(edges.flatMap(({ type, from }) => (type === 'continues_to' ? [] : [from])));
    const leaves = nodes.filter(({ id, owner }) => owner.round === 1 && !left.has(id)).map(({ id }) => id);
    expect(bridges.map(({ from }) => from).sort()).toEqual(leaves.sort());
    expect(leaves).toEqual([
      'Column(column00000)',
      'State(state00001)',
      'Table(table00000)',
      'Tool(tool00000)',
    ]);
  });

  test('a turn without tools -> question and conclusion; the next turn continues counting', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('one'), text('two'));
    await conversation.ask('first');
    await conversation.ask('second');
    expect(await readGraph(system.db, conversation.workflowId)).toEqual([
      {
        nodes: ['Query 0', 'State 0'],
        edges: ['Query 0 -has_conclusion-> State 0'],
        pointers: '1.0',
      },
      {
        nodes: ['Query 1', 'State 1'],
        edges: ['Query 1 -has_conclusion-> State 1'],
        pointers: '1.0',
      },
    ]);
  });

  test('calls of a step, and the same table twice -> branches that join, each thing once', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const call = (rows: number) => ({ name: 'read_table', arguments: { table: 'orders', rows } });
    system.model.reply(
      toolCalls([call(1), { name: 'current_time', arguments: {} }]),
      toolCalls([call(2)]),
      text('eighteen'),
    );
    await conversation.ask('how much?');
    expect(await readGraph(system.db, conversation.workflowId)).toEqual([
      {
        nodes: [
          ...['Query 0', 'State 0', 'Action 0', 'Action 1', 'State 1', 'Action 2', 'State 2'],
          ...['Tool 0 read_table', 'Column 0 orders.total', 'Table 0 orders', 'Tool 1 current_time'],
        ],
        edges: [
          'Query 0 -has_conclusion-> State 0',
          'State 0 -triggers-> Action 0',
          'State 0 -triggers-> Action 1',
          'Action 0 -find_relevant_tool-> Tool 0 read_table',
          'Action 0 -find_relevant_data-> Column 0 orders.total',
          'Action 0 -find_relevant_data-> Table 0 orders',
          'Action 1 -find_relevant_tool-> Tool 1 current_time',
          'Action 0 -has_conclusion-> State 1',
          'Action 1 -has_conclusion-> State 1',
          'State 1 -triggers-> Action 2',
          'Action 2 -find_relevant_tool-> Tool 0 read_table',
          'Action 2 -find_relevant_data-> Column 0 orders.total',
          'Action 2 -find_relevant_data-> Table 0 orders',
          'Action 2 -has_conclusion-> State 2',
        ].sort(),
        pointers: '3.0',
      },
    ]);
  });

  test('several recorders while tools end one by one -> each thing once, and by whom it was touched', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const files = ['a', 'b', 'c', 'd', 'e', 'f'];
    system.model.reply(
      toolCalls(
        files.map((file, index) => ({ name: 'pause', arguments: { file, ms: 40 * (files.length - index) } })),
      ),
      text('done'),
    );
    let isRunning = true;
    const { executionId } = await conversation.submit('work');
    const recorders = Array.from({ length: 3 }, async () => {
      while (isRunning) await recordMissing(system.db, { workflowId: executionId });
    });
    for await (const event of conversation.stream(executionId.split('/').at(-1)!)) void event;
    isRunning = false;
    await Promise.all(recorders);
    const [graph] = await readGraph(system.db, conversation.workflowId);
    const touched = graph!.edges
      .filter((edge) => edge.includes('-generates->'))
      .map((edge) => edge.replace(/File \d+/, 'File'));
    expect(touched).toEqual(files.map((file, index) => `Action ${index} -generates-> File ${file}`));
    expect(
      graph!.nodes
        .filter((node) => node.startsWith('File'))
        .map((node) => node.replace(/ \d+/, ''))
        .sort(),
    ).toEqual(files.map((file) => `File ${file}`));
    expect(graph!.nodes.filter((node) => node.startsWith('Tool'))).toEqual(['Tool 0 pause']);
  });
});
