import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, custom, manual } from '../../../flow/kinds/node-kinds.js';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { scriptBySystem } from '../flows/fixtures/script-by-system.js';

let system: TestSystem;
beforeAll(async () => {
  const named = (name: string, config = {}) =>
    agent({ model: SCRIPTED_MODEL, system: `You are ${name}.`, ...config });
  system = await startTestSystem(inject('environment'), {
    flows: [
      defineFlow({
        slug: 'team',
        name: 'Team',
        nodes: {
          chat: chat(),
          lead: named('lead', { tools: ['spawn'], spawns: ['worker'] }),
          judge: named('judge', { prompt: 'Judge this: {{ lead.output }}' }),
          note: custom('note', {}),
        },
        edges: [
          ['chat', 'lead'],
          ['lead', 'judge'],
          ['judge', 'note'],
        ],
      }),
      defineFlow({
        slug: 'worker',
        name: 'Worker',
        nodes: { start: manual(), worker: named('worker') },
        edges: [['start', 'worker']],
      }),
    ],
    nodes: [
      defineNode({
        kind: 'custom:note',
        config: z.object({}),
        execute: (_config, { touch }) => {
          touch({ type: 'File', name: 'notes.md', how: 'written' });
          return 'noted';
        },
      }),
    ],
    model: {
      script: scriptBySystem({
        lead: (request) =>
          lastToolResults(request).length > 0
            ? text('led')
            : toolCalls([
                {
                  name: 'spawn',
                  arguments: { tasks: ['one', 'two'].map((task) => ({ flow: 'worker', text: task })) },
                },
              ]),
        worker: (request) => text(`did ${request.text}`),
        judge: () => text('good'),
      }),
    },
  });
});
afterAll(() => system?.stop());

describe('trajectories of several agents', () => {
  test('C41: nodes and spawned sub-executions of a turn -> a graph each; the call names what it started', async () => {
    const conversation = system.client.conversation({ flow: 'team', user: system.newUser() });
    const { executionId } = await conversation.ask('go');
    const { agents } = await conversation.trajectory();
    const byName = new Map(agents.map(({ subAgent, view }) => [subAgent, view]));
    expect([...byName.keys()].sort()).toEqual([
      ...['@flow', 'judge', 'lead', 'lead/1/worker', 'lead/2/worker', 'note'],
    ]);
    const spawn = byName.get('lead')!.nodes.find(({ type }) => type === 'Action')!;
    expect(spawn.attributes).toMatchObject({
      action: 'spawn',
      executions: [`${executionId}/lead/1`, `${executionId}/lead/2`],
      success: true,
    });
    const lead = byName.get('lead')!;
    const skill = lead.nodes.find(({ type }) => type === 'Skill')!;
    expect(skill).toMatchObject({ attributes: { path: 'worker' }, description: 'A flow that was started' });
    expect(lead.edges).toContainEqual({ from: spawn.id, to: skill.id, type: 'find_relevant_tool' });
    for (const [name, task] of [
      ['lead/1/worker', 'one'],
      ['lead/2/worker', 'two'],
    ]) {
      const view = byName.get(name!)!;
      expect(view).toMatchObject({ root: 'Query(query00000)', pointers: ['State(state00000)'] });
      expect(view.nodes.map(({ attributes }) => attributes)).toMatchObject([
        { query: task },
        { content: `did ${task}` },
      ]);
    }
    const below = await system.client.executions.trajectory(`${executionId}/lead/2`);
    expect(below.agents.map(({ subAgent }) => subAgent)).toEqual(['lead/2/worker']);
    expect(
      (await system.client.executions.trajectory(`${executionId}/lead/2`, { subAgent: 'worker' })).agents,
    ).toHaveLength(1);
  });

  test('a node with a prompt of its own -> its question; a custom node that touched something -> an action', async () => {
    const conversation = system.client.conversation({ flow: 'team', user: system.newUser() });
    await conversation.ask('go');
    const nodesOf = async (subAgent: string) =>
      (await conversation.trajectory({ subAgent })).agents[0]!.view.nodes;
    expect((await nodesOf('judge'))[0]!.attributes).toEqual({
      query: 'Judge this: led',
      rawUserQuery: 'go',
    });
    expect((await nodesOf('note')).map(({ type, attributes }) => [type, attributes])).toEqual([
      ['Query', { query: 'go' }],
      ['Action', { action: 'custom:note', output: 'noted', success: true }],
      ['File', { path: 'notes.md' }],
    ]);
  });
});
