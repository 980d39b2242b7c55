import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

const prepare = defineTool({
  name: 'prepare',
  description: 'Notes the rules.',
  input: z.object({}),
  retry: 'safe',
  execute: async (_input, { trajectory }) =>
    trajectory.add({ type: 'State', label: 'rules', attributes: { goal: 'fly' } }),
});
const cleanUp = defineTool({
  name: 'clean_up',
  description: 'Notes the end.',
  input: z.object({}),
  retry: 'safe',
  execute: async (_input, { trajectory }) => {
    await trajectory.modify('State(rules)', { goal: 'rest' }, { why: 'all is done' });
  },
});

let system: TestSystem;
beforeAll(async () => {
  const queues = { pre: [{ tool: 'prepare', input: {} }], post: [{ tool: 'clean_up', input: {} }] };
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'queued', tools: ['prepare', 'clean_up'], queues, history: { summaries: false } }),
    ],
    tools: [prepare, cleanUp],
  });
});
afterAll(() => system?.stop());

describe('steps of the queues before and after the main loop', () => {
  test('-> what they wrote is in the graph, after their calls, with what changed and why', async () => {
    system.model.reply(text('You fly.'));
    const conversation = system.client.conversation({ flow: 'queued', user: system.newUser() });
    expect((await conversation.ask('go')).text).toBe('You fly.');
    const { agents, warnings } = await system.client.executions.trajectory(conversation.workflowId);
    expect(warnings).toEqual([]);
    const { nodes, edges } = agents[0]!.view;
    expect(nodes.find(({ id }) => id === 'State(rules)')).toMatchObject({
      attributes: { goal: 'rest' },
      versions: { 1: { goal: 'fly' } },
      reasons: { 1: 'all is done' },
    });
    expect(edges.find(({ to }) => to === 'State(rules)')?.from).toBe('Action(action00000)');
  });
});
