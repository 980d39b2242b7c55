import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { TestWorker } from '../../../packages/testing/test-worker.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

const paid: number[] = [];
const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approve: { by: 'user' },
  execute: ({ amount }) => paid.push(amount),
});

let system: TestSystem;
let worker: TestWorker;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'buyer', tools: ['pay'], history: { summaries: false } })],
    tools: [pay],
    withoutWorker: true,
  });
  worker = await system.startWorker();
});
afterAll(() => system?.stop());

describe('Signals that wait for a worker together', () => {
  test('a yes, and the cancellation of that yes -> the turn is canceled, nothing is paid', async () => {
    const { conversation, turnId, handle } = await asking();
    await whileDown(async () => {
      await handle.signal('postTurn', { text: 'yes', turnId: 'y1' });
      await handle.signal('cancelTurn', { turnId: 'y1' });
    });
    await expect(conversation.ask({ text: 'yes', turnId: 'y1' })).rejects.toMatchObject({
      type: 'Conversation.TurnCancelled',
    });
    await expect
      .poll(async () => (await conversation.status())?.recent)
      .toEqual([{ turnId, status: 'cancelled' }]);
    expect(paid).toEqual([]);
  });

  test.each([
    ['the cancellation of the running turn', 'cancelTurn', undefined],
    ['an interrupting message', 'postTurn', { text: 'Stop.', turnId: 'i1', whileRunning: 'interrupt' }],
  ])('%s, and a yes -> answered as a separate message, nothing is paid', async (_what, name, input) => {
    const { conversation, turnId, handle } = await asking();
    if (input !== undefined) system.model.reply(text('Stopped.'));
    system.model.reply(text('Yes to what?'));
    await whileDown(async () => {
      await handle.signal(name, input);
      await handle.signal('postTurn', { text: 'yes', turnId: 'y1' });
    });
    expect(await conversation.ask({ text: 'yes', turnId: 'y1' })).toMatchObject({
      turnId: 'y1',
      text: 'Yes to what?',
    });
    expect((await conversation.status())?.recent[0]).toEqual({ turnId, status: 'cancelled' });
    expect(paid).toEqual([]);
  });

  test('a first message, and a cancellation without an id -> canceled before it begins', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'buyer', user });
    const { workflowId } = conversation;
    await whileDown(async () => {
      const handle = await system.temporal.workflow.signalWithStart('conversation', {
        taskQueue: system.taskQueue,
        workflowId,
        args: [{ flow: 'buyer', user }],
        signal: 'postTurn',
        signalArgs: [{ text: 'buy', turnId: 'm1' }],
      });
      await handle.signal('cancelTurn');
    });
    await expect
      .poll(async () => (await conversation.status())?.recent)
      .toEqual([{ turnId: 'm1', status: 'cancelled' }]);
  });
});

async function asking() {
  paid.length = 0;
  const conversation = system.client.conversation({ flow: 'buyer', user: system.newUser() });
  system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 20 } }]));
  const { turnId, executionId } = await conversation.submit('buy');
  await expect
    .poll(async () => (await system.client.approvals.list({ execution: executionId })).approvals)
    .toHaveLength(1);
  const handle = system.temporal.workflow.getHandle(conversation.workflowId);
  return { conversation, turnId, handle };
}

async function whileDown(send: () => Promise<void>): Promise<void> {
  await worker.shutdown();
  await send();
  worker = await system.startWorker();
}
