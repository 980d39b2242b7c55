import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, custom } from '../../../flow/kinds/node-kinds.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { requestText } from '../context/fixtures/requests.js';
import { dataNodes, tell, touchingFlow, useTouchingSystem } from './fixtures/touching-harness.js';

const importer = defineNode({
  kind: 'custom:import',
  config: z.object({ thing: z.any() }),
  execute({ thing }, { touch }) {
    touch(thing);
    return { rows: 'month,sales' };
  },
});
const importing = (slug: string, thing: object) => ({
  ...defineFlow({
    slug,
    name: slug,
    nodes: {
      chat: chat(),
      load: custom('import', { thing }),
      say: agent({ model: SCRIPTED_MODEL, system: 'Answer plainly.' }),
    },
    edges: [
      ['chat', 'load'],
      ['load', 'say'],
    ],
  }),
  history: { summaries: false as const, retrieval: false as const },
  trajectory: { descriptions: true },
});

const harness = useTouchingSystem({
  flows: [
    touchingFlow(),
    importing('importing', { type: 'Table', name: 'sales', how: 'written' }),
    importing('wrong', { type: 'Table', name: '' }),
  ],
  nodes: [importer],
});

describe('context.touch of a tool', () => {
  test('a thing -> in the graph, from the call', async () => {
    const conversation = harness.conversation();
    const thing = { type: 'Script', name: 'a.sql', how: 'written', attributes: { content: 'select 7' } };
    await conversation.ask(tell('note', { thing }));
    await harness.settled(conversation);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([
      { type: 'Script', name: 'a.sql', description: 'What a.sql is.' },
    ]);
    expect(await edgesToData(conversation)).toEqual([
      'Action -find_relevant_tool-> Tool',
      'Action -generates-> Script',
    ]);
    expect(requestText(harness.requests().at(-1)!)).toContain('content:\nselect 7\n');
  });

  test('an invalid thing -> the tool fails with the reason, and nothing is noted', async () => {
    const conversation = harness.conversation();
    await conversation.ask(tell('note', { thing: { type: 'Table', nam: 'sales' } }));
    expect(await dataNodes(harness.system, conversation)).toEqual([]);
    const [result] = harness.system.model.requests.at(-1)!.messages.slice(-1);
    expect(JSON.stringify(result)).toContain(
      'A touched thing must be { type, name, how?, description?, attributes? }',
    );
  });
});

describe('touches of a tool', () => {
  test('one of them is invalid -> earlier ones are noted, the call succeeds', async () => {
    const conversation = harness.conversation();
    expect((await conversation.ask(tell('careless'))).text).toBe('It is done.');
    expect(await dataNodes(harness.system, conversation)).toMatchObject([{ type: 'Table', name: 'kept' }]);
    await harness.settled(conversation);
  });

  test.each([false, true])(
    'asynchronous, each by itself: %s -> nothing noted, no worker ended',
    async (each) => {
      const unhandled: unknown[] = [];
      const listener = (reason: unknown): void => void unhandled.push(reason);
      process.on('unhandledRejection', listener);
      const conversation = harness.conversation();
      expect((await conversation.ask(tell('late', { each }))).text).toBe('It is done.');
      process.off('unhandledRejection', listener);
      expect(unhandled).toEqual([]);
      expect(await dataNodes(harness.system, conversation)).toEqual([]);
    },
  );
});

describe('context.touch of a custom node', () => {
  test('a thing -> in the graph of the node, and described', async () => {
    const conversation = harness.conversation('importing');
    await conversation.ask('load it');
    await harness.settled(conversation);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([
      { type: 'Table', name: 'sales', description: 'What sales is.', versions: { 1: { description: null } } },
    ]);
    expect(await edgesToData(conversation)).toEqual(['Action -generates-> Table']);
    const asked = requestText(harness.requests().at(-1)!);
    expect(asked).toContain('action: custom:import({})\ncontent:\n{"rows":"month,sales"}\n</thing>');
    expect(asked).toContain('asked: load it\n');
  });

  test('an invalid thing -> the node fails with the reason', async () => {
    const conversation = harness.conversation('wrong');
    await expect(conversation.ask('load it')).rejects.toThrow(/A touched thing must be .*: name: /);
  });
});

async function edgesToData({ workflowId }: { workflowId: string }): Promise<string[]> {
  const { rows } = await sql<{ edge: string }>`
    select 'Action -' || edge.type || '-> ' || node.type as edge from trajectory_edge edge
    join trajectory_node node on node.execution_id = edge.execution_id and node.step = to_step
      and node.ordinal = to_ordinal
    join execution on execution.id = edge.execution_id
    join conversation on conversation.id = execution.conversation_id
    where conversation.workflow_id = ${workflowId} and to_ordinal < 0 and from_ordinal > 0
    order by to_step, to_ordinal desc`.execute(harness.system.db);
  return rows.map(({ edge }) => edge);
}
