import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, custom, loop, manual, wait } from '../../../flow/kinds/node-kinds.js';
import { toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { findApproval, openApproval } from '../../../store/nodes/approvals.js';
import { nodesOf } from './fixtures/rows.js';

let user: string;
const flow = defineFlow({
  slug: 'stopping',
  name: 'Stopping',
  nodes: {
    start: manual(),
    each: loop({ over: '{{ trigger.data.items }}', parallel: 2 }),
    work: agent({ model: SCRIPTED_MODEL, system: 'You pay.', tools: ['pay'] }),
    fails: custom('fails', {}),
    later: wait({ seconds: 3_600 }),
  },
  edges: [
    ['start', 'each'],
    ['each', 'work', { on: 'item' }],
    ['each', 'fails', { on: 'item' }],
    ['work', 'each', { on: 'next' }],
    ['each', 'later', { on: 'error' }],
  ],
});
const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({}),
  approve: { by: 'staff' },
  execute: () => 'paid',
});
const fails = defineNode({
  kind: 'custom:fails',
  config: z.object({}),
  async execute() {
    await expect.poll(() => waiting(), { timeout: 30_000 }).toHaveLength(2);
    throw Object.assign(new Error('no luck'), { retryable: false });
  },
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [flow],
    tools: [pay],
    nodes: [fails],
    approvers: ['support'],
  });
});
afterAll(() => system?.stop());

describe('settleNode', () => {
  test('agents are stopped while questions about their tools are open -> closed, the flow runs, no late question opens', async () => {
    user = system.newUser();
    for (let item = 0; item < 2; item += 1) system.model.reply(toolCalls([{ name: 'pay', arguments: {} }]));
    const { executionId } = await system.client.executions.start({
      flow: 'stopping',
      text: 'Go',
      data: { items: [1, 2] },
      user,
    });
    await expect
      .poll(() => nodesOf(system, executionId), { timeout: 30_000 })
      .toContainEqual(expect.objectContaining({ nodeId: 'later', status: 'waiting' }));
    expect(await waiting()).toEqual([]);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'running' });
    await expect(
      system.client.forUser('sue', { roles: ['support'] }).executions.answer(executionId, { answer: 'yes' }),
    ).rejects.toMatchObject({ type: 'Approval.NotWaiting' });

    const { id } = await system.db
      .selectFrom('execution')
      .select('id')
      .where('workflow_id', '=', executionId)
      .executeTakeFirstOrThrow();
    const late = { executionId: id, nodeId: 'work', iteration: '0', call: { step: 1, ordinal: 2 } };
    await openApproval(system.db, { ...late, prompt: 'Pay?', expiresMs: undefined });
    expect(await findApproval(system.db, late)).toBeUndefined();
    await system.client.executions.cancel(executionId);
  });
});

function waiting() {
  return system.client.executions.waiting({ user });
}
