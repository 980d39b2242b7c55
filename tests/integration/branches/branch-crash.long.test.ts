import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../../packages/testing/worker-process.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', history: { summaries: false } })],
    model: { script: ({ messages }) => text(`Answer to ${messages.length} messages.`) },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('a fork whose worker is killed or cut off', () => {
  test.each<Fault>([
    { point: 'forkConversation.before', action: 'kill' },
    { point: 'forkConversation.after', action: 'kill' },
    { point: 'forkConversation.after', action: 'cut' },
  ])('$action at $point -> one fork, with all messages', async (fault) => {
    const first = await startWorkerProcess(system, fault);
    const [user, eve] = [system.newUser(), system.newUser()];
    const conversation = system.client.conversation({ flow: 'chat', user });
    await conversation.ask({ text: 'One', turnId: 'one' });
    const forking = system.temporal.workflow
      .getHandle(conversation.workflowId)
      .executeUpdate<object, [object]>('fork', { args: [{ at: 'one', user: eve, channel: 'given' }] });
    await first.faulted;
    const second = await system.startWorker();
    expect(await forking).toEqual({ conversationId: `conversation/chat/${eve}/given`, channel: 'given' });
    const fork = system.client.conversation({ flow: 'chat', user: eve, channel: 'given' });
    await fork.ask({ text: 'Two', turnId: 'two' });
    const { messages } = await fork.history();
    expect(messages.map(({ turnId }) => turnId)).toEqual(['two', 'two', 'one', 'one']);
    expect((await system.client.conversations({ user: eve })).conversations).toHaveLength(1);
    if (fault.action === 'kill') await first.exited;
    else first.kill();
    await second.shutdown();
  });
});

describe('branches whose worker is killed or cut off', () => {
  test.each<[string, Fault]>([
    ['as the turn that begins one is stored', { point: 'storeTurns.after', action: 'kill', nth: 3 }],
    ['before one begins', { point: 'beginExecution.before', action: 'kill', nth: 3 }],
    ['as one has begun', { point: 'beginExecution.after', action: 'kill', nth: 3 }],
    ['as its answer is finished', { point: 'finishExecution.after', action: 'kill', nth: 3 }],
    ['before the conversation goes back', { point: 'switchBranch.before', action: 'kill' }],
    ['before the conversation goes back, by its database', { point: 'switchBranch.before', action: 'cut' }],
  ])('%s -> one branch, switched back to once, and all messages', async (_name, fault) => {
    const first = await startWorkerProcess(system, fault);
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    await conversation.ask({ text: 'One', turnId: 'one' });
    await conversation.ask({ text: 'Two', turnId: 'two' });
    const trying = tryAgain();
    await first.faulted;
    const second = await system.startWorker();
    await trying;
    await conversation.ask({ text: 'Three', turnId: 'three' });
    expect(
      (await conversation.branches()).map(({ number, isCurrent, messages }) => [number, isCurrent, messages]),
    ).toEqual([
      [0, true, 6],
      [1, false, 4],
    ]);
    expect(await idsOf(0)).toEqual(['three', 'three', 'two', 'two', 'one', 'one']);
    expect(await idsOf(1)).toEqual(['again', 'again', 'one', 'one']);
    if (fault.action === 'kill') await first.exited;
    else first.kill();
    await second.shutdown();

    async function tryAgain(): Promise<void> {
      await conversation.regenerate('two', { turnId: 'again', timeoutMs: 90_000 });
      await conversation.switchTo(0, { turnId: 'back', timeoutMs: 90_000 });
    }

    async function idsOf(branch: number): Promise<string[]> {
      const { messages } = await conversation.history({ branch });
      return messages.map(({ turnId }) => turnId);
    }
  });
});
