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
  test('many conversations at once -> each has its whole graph, with labels of its own', async () => {
    const conversations = Array.from({ length: 8 }, () =>
      system.client.conversation({ flow: 'team', user: system.newUser() }),
    );
    for (let round = 0; round < 2; round += 1) await Promise.all(conversations.map((one) => one.ask('go')));
    for (const conversation of conversations) {
      const { agents } = await conversation.trajectory({ subAgent: 'lead' });
      expect(agents[0]!.view.nodes.map(({ label }) => label)).toEqual([
        ...['query00000', 'state00000', 'action00000', 'tool00000', 'skill00000', 'state00001'],
        ...['query00001', 'state00002', 'action00001', 'tool00001', 'skill00001', 'state00003'],
      ]);
    }
  });
});
