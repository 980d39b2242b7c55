import { describe, expect, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, subflow } from '../../../flow/kinds/node-kinds.js';
import type { TrajectorySettings } from '../../../flow/settings/trajectory-settings.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { dataNodes, namesIn, tell, touchingFlow, useTouchingSystem } from './fixtures/touching-harness.js';

const parent = (slug: string, child: string, trajectory: TrajectorySettings = { descriptions: true }) => ({
  ...defineFlow({
    slug,
    name: slug,
    nodes: {
      chat: chat(),
      child: subflow({ flow: child }),
      say: agent({ model: SCRIPTED_MODEL, system: 'Answer plainly.', prompt: 'say it' }),
    },
    edges: [
      ['chat', 'child'],
      ['child', 'say'],
    ],
  }),
  history: { summaries: false as const, retrieval: false as const },
  trajectory,
});

const harness = useTouchingSystem({
  flows: [
    touchingFlow(undefined, 'open'),
    touchingFlow({ descriptions: false }, 'private'),
    parent('asks-open', 'open'),
    parent('asks-private', 'private'),
    parent('closed', 'open', {}),
  ],
});

describe('what a sub-execution touched', () => {
  test('-> described after their turn', async () => {
    const conversation = harness.conversation('asks-open');
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await harness.settled(conversation);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([
      { name: 'sales', description: 'What sales is.' },
    ]);
    expect(namesIn(harness.requests().at(-1)!)).toEqual(['sales']);
  });

  test.each(['asks-private', 'closed'])(
    '%s: its flow or the answering flow has descriptions off -> no model is called',
    async (slug) => {
      const conversation = harness.conversation(slug);
      const before = harness.requests().length;
      await conversation.ask(tell('look', { tables: ['sales'] }));
      if (slug === 'closed') await harness.settled(conversation);
      const [, flow = '', user = ''] = conversation.workflowId.split('/');
      const upkeep = await harness.system.temporal.workflow.start('upkeep', {
        workflowId: `${conversation.workflowId}/upkeep`,
        taskQueue: harness.system.taskQueue,
        args: [{ flow, user }],
      });
      await upkeep.result();
      expect(await dataNodes(harness.system, conversation)).toMatchObject([
        { name: 'sales', description: null },
      ]);
      expect(harness.requests()).toHaveLength(before);
    },
  );
});
