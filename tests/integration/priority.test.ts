import type { Priority } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway } from '../../packages/gateway/index.js';
import { runCommand } from './fixtures/run-command.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

describe('run --priority', () => {
  test('2 -> the execution has it; 6 -> a usage error, and nothing starts', async () => {
    system.model.reply(text('Hello.'));
    const args = ['run', 'assistant', '--trigger', 'chat', '--input', 'Hello', '--id'];
    expect(await runCommand(system, [...args, 'kept', '--priority', '2'])).toMatchObject({
      failure: undefined,
    });
    expect((await priorityOf('execution/assistant/kept')).priorityKey).toBe(2);
    const { failure } = await runCommand(system, [...args, 'refused', '--priority', '6']);
    expect(failure).toMatch(/'6'/);
    await expect(priorityOf('execution/assistant/refused')).rejects.toThrow('not found');
  });
});

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

  test('executions with a fairness key -> it is the key, except for a client with a user', async () => {
    system.model.reply(text('Hello.'), text('Hello.'));
    const user = system.newUser();
    const own = system.client.forUser(user);
    const keys = [];
    for (const client of [system.client, own]) {
      const start = { flow: 'assistant', text: 'Hello', user, trigger: 'chat', fairnessKey: 'batch' };
      const { executionId, result } = await client.executions.start(start);
      await result();
      keys.push((await priorityOf(executionId)).fairnessKey);
    }
    expect(keys).toEqual(['batch', user]);
  });

  test('a message with a priority after another one -> only its turn has it', async () => {
    const running = gated('o', 'k');
    system.model.reply(running, text('Hello.'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const first = await conversation.submit('Hello');
    await running.started;
    const second = await conversation.submit({ text: 'Again', turnId: 'again' }, { priority: 2 });
    running.release();
    await conversation.ask({ text: 'Again', turnId: 'again' });
    expect((await priorityOf(first.executionId)).priorityKey).toBe(0);
    expect((await priorityOf(second.executionId)).priorityKey).toBe(2);
  });

  test.each([0, 6, 1.5, '2'])(
    'a message with the priority %j -> rejected by client and Update',
    async (priority) => {
      const user = system.newUser();
      const conversation = system.client.conversation({ flow: 'assistant', user });
      const wrong = `The priority '${priority}' is not a whole number from 1 to 5`;
      await expect(conversation.submit('Hello', { priority: priority as number })).rejects.toThrow(wrong);
      const handle = await system.temporal.workflow.start('conversation', {
        taskQueue: system.taskQueue,
        workflowId: conversation.workflowId,
        args: [{ flow: 'assistant', user }],
      });
      const sent = handle.executeUpdate('submitTurn', { args: [{ text: 'Hello', priority }] });
      await expect(sent).rejects.toMatchObject({ cause: { message: wrong } });
    },
  );

  test('a priority by HTTP -> the Workflow has it; out of range -> 400 with the field, nothing starts', async () => {
    const user = system.newUser();
    const gateway = createGateway({ client: system.client, authenticate: () => ({ user }) });
    const post = async (path: string, body: unknown) => {
      const response = await gateway.fetch(
        new Request(`http://gateway/api/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
      return { status: response.status, text: await response.text() };
    };
    system.model.reply(text('Hello.'), text('Hello.'));
    for (const [path, body] of [
      ['/executions', { flow: 'assistant', text: 'Hello', trigger: 'chat' }],
      ['/conversations/assistant/turns', { text: 'Hello' }],
    ] as const) {
      const bad = await post(path, { ...body, priority: 6 });
      expect(bad.status).toBe(400);
      expect(bad.text).toContain('priority');
      const good = await post(path, { ...body, priority: 4 });
      expect(good.status).toBe(202);
      const { executionId } = JSON.parse(good.text) as { executionId: string };
      await expect.poll(() => priorityOf(executionId).catch(() => ({}))).toMatchObject({ priorityKey: 4 });
    }
    const ended = async () => (await system.client.executions.list({ user })).map(({ status }) => status);
    await expect.poll(ended).toEqual(['completed', 'completed']);
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
