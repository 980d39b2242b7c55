import type { Priority } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('the priority of a Workflow', () => {
  test('a chat -> the key of its conversation and of its execution is the user', async () => {
    system.model.reply(text('Hello.'));
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    const { executionId } = await conversation.ask('Hello');
    for (const id of [conversation.workflowId, executionId])
      expect(await priorityOf(id)).toMatchObject({ fairnessKey: user });
  });

  test('a long user name, an execution with a priority -> a hash as the key, and the priority', async () => {
    system.model.reply(text('Hello.'));
    const { executionId, result } = await system.client.executions.start({
      flow: 'assistant',
      text: 'Hello',
      user: system.newUser('a'.repeat(80)),
      trigger: 'chat',
      priority: 5,
    });
    await result();
    const { priorityKey, fairnessKey } = await priorityOf(executionId);
    expect(priorityKey).toBe(5);
    expect(fairnessKey).toMatch(/^user-[0-9a-f]{8}$/);
  });

  test('a priority of 6 -> rejected, nothing starts', async () => {
    const start = system.client.executions.start({ flow: 'assistant', text: 'Hello', priority: 6 });
    await expect(start).rejects.toThrow("The priority '6' is not a whole number from 1 to 5");
  });
});

async function priorityOf(workflowId: string): Promise<Priority> {
  const { priority } = await system.temporal.workflow.getHandle(workflowId).describe();
  return priority ?? {};
}
