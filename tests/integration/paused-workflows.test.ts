import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reconcileExecutions } from '../../activities/ending/reconcile-executions.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { createDescribeWorkflow } from '../../worker/describe-workflow.js';
import { wakeAllConversations } from '../../worker/wake-conversations.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

function pause(workflowId: string) {
  const { workflowService, options } = system.temporal;
  const { namespace } = options;
  return workflowService.pauseWorkflowExecution({ namespace, workflowId, requestId: randomUUID() });
}

function unpause(workflowId: string) {
  const { workflowService, options } = system.temporal;
  const { namespace } = options;
  return workflowService.unpauseWorkflowExecution({ namespace, workflowId, requestId: randomUUID() });
}

async function countSignals(workflowId: string): Promise<number> {
  const { events } = await system.temporal.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes).length;
}

describe('a Workflow that an operator paused', () => {
  test('a worker scans for lost work meanwhile -> nothing fails, nothing is signaled, the turn ends after it', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const reply = gated('after', ' the pause');
    system.model.reply(reply);
    const { turnId } = await conversation.submit('hello');
    await reply.started;
    const executionId = turnWorkflowId(conversation.workflowId, turnId);
    await Promise.all([pause(conversation.workflowId), pause(executionId)]);
    const signals = await countSignals(conversation.workflowId);

    const describeWorkflow = createDescribeWorkflow(system.temporal);
    expect(await reconcileExecutions({ db: system.db, describeWorkflow, warn: () => undefined })).toEqual([]);
    expect(await wakeAllConversations(system, { afterSeconds: 0 })).toEqual([]);
    expect(await countSignals(conversation.workflowId)).toBe(signals);

    await Promise.all([unpause(conversation.workflowId), unpause(executionId)]);
    reply.release();
    expect(await conversation.ask({ text: 'hello', turnId })).toMatchObject({ text: 'after the pause' });
  });

  test('a message, a Query, an answer -> Client.Paused at once, nothing is stored; the same call works after it', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('one'), text('two'));
    await conversation.ask('first');
    await pause(conversation.workflowId);
    const again = { text: 'second', turnId: 'second' };
    await expect(conversation.ask(again)).rejects.toMatchObject({ type: 'Client.Paused' });
    await expect(conversation.status()).rejects.toMatchObject({ type: 'Client.Paused' });
    await expect(conversation.clear()).rejects.toMatchObject({ type: 'Client.Paused' });
    await unpause(conversation.workflowId);
    expect(await conversation.ask(again)).toMatchObject({ text: 'two' });
    expect((await conversation.history()).messages).toHaveLength(4);
  });

  test('the versions of the workers -> it still counts as running', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('one'));
    await conversation.ask('first');
    const { taskQueue, temporal } = system;
    const count = async (condition: string): Promise<number> =>
      (await temporal.workflow.count(`TaskQueue = '${taskQueue}' and ${condition}`)).count;
    const running = async () => (await system.client.health()).workers?.[0]?.running.conversations;
    await expect.poll(running).toBe(3);
    await pause(conversation.workflowId);
    await expect.poll(() => count("ExecutionStatus = 'Paused'")).toBe(1);
    expect(await running()).toBe(3);
    await unpause(conversation.workflowId);
  });
});
