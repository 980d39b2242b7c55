import { z } from 'zod';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, approval, chat } from '../../flow/kinds/node-kinds.js';
import { registerFlows } from '../../store/flows/flows.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import type { Scenario } from './scenarios.js';

export const PAY = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approve: ({ amount }) => amount > 10,
  approvalSeconds: 60,
  execute: ({ amount }) => ({ paid: amount }),
});

export const REFUND = defineTool({
  name: 'refund',
  description: 'Refunds.',
  input: z.object({ amount: z.number() }),
  approve: { by: 'staff', expiresMs: 60_000 },
  execute: ({ amount }) => ({ refunded: amount }),
});

export const ASKING_SCENARIOS: Record<string, Scenario> = {
  'tool-approval': async (system) => {
    const { conversation, executionId, turnId } = await buy(system, [20, 5, 30]);
    const answer = (words: string | object, call: string) =>
      system.client.executions.answer(executionId, { call, answer: words as string });
    await answer({ amount: 'much' }, '1.1').catch(() => undefined);
    await answer('yes', '1.1');
    await conversation.submit('no, too much');
    await conversation.ask({ text: 'buy', turnId });
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },

  'tool-approval-other-message': async (system) => {
    const { conversation, executionId, turnId } = await buy(system, [20, 30]);
    await conversation.submit('What is it for?');
    await conversation.ask({ text: 'buy', turnId });
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },

  'approval-by-staff': async (system) => {
    await registerFlows(system.db, [
      defineFlow({
        slug: 'refunder',
        name: 'Refunder',
        nodes: {
          chat: chat(),
          ask: approval({ prompt: 'Begin?', by: 'staff', onRefusal: 'continue' }),
          refund: agent({ model: SCRIPTED_MODEL, tools: ['refund'] }),
        },
        edges: [
          ['chat', 'ask'],
          ['ask', 'refund'],
        ],
      }),
    ]);
    system.model.reply(toolCalls([{ name: 'refund', arguments: { amount: 900 } }]), text('done'));
    const conversation = system.client.conversation({ flow: 'refunder', user: system.newUser() });
    const { executionId, turnId } = await conversation.submit('refund');
    const execution = system.temporal.workflow.getHandle(executionId);
    const staff = system.client.forUser('sue', { roles: ['staff'] }).executions;
    for (const nodeId of ['ask', 'refund']) {
      while ((await system.client.executions.waiting()).every((question) => question.nodeId !== nodeId))
        await new Promise((resolve) => setTimeout(resolve, 50));
      await execution.executeUpdate('answer', { args: [{ nodeId, answer: 'yes' }] }).catch(() => undefined);
      await conversation.submit('yes').catch(() => undefined);
      await staff.answer(executionId, { nodeId, answer: 'yes' });
    }
    await conversation.ask({ text: 'refund', turnId });
    return { conversation: system.temporal.workflow.getHandle(conversation.workflowId), execution };
  },

  'waits-for-approval': async (system) => {
    const { conversation, executionId, turnId } = await buy(system, [20, 30]);
    for (const call of ['1.1', '1.2'])
      await system.client.executions.answer(executionId, { call, answer: 'yes' });
    await conversation.ask({ text: 'buy', turnId });
    return { execution: system.temporal.workflow.getHandle(executionId) };
  },

  'tool-approval-cancelled': async (system) => {
    const { conversation, executionId } = await buy(system, [20]);
    await conversation.cancel();
    return { execution: system.temporal.workflow.getHandle(executionId) };
  },
};

async function buy(system: TestSystem, amounts: readonly number[]) {
  const nodes = { chat: chat(), buy: agent({ model: SCRIPTED_MODEL, tools: ['pay'] }) };
  await registerFlows(system.db, [
    defineFlow({ slug: 'buyer', name: 'Buyer', nodes, edges: [['chat', 'buy']] }),
  ]);
  system.model.reply(
    toolCalls(amounts.map((amount) => ({ name: 'pay', arguments: { amount } }))),
    text('done'),
  );
  const conversation = system.client.conversation({ flow: 'buyer', user: system.newUser() });
  const turn = await conversation.submit('buy');
  const asked = amounts.filter((amount) => amount > 10).length;
  while ((await system.client.executions.waiting()).length < asked)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return { conversation, ...turn };
}
