import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat } from '../../flow/kinds/node-kinds.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { registerFlows } from '../../store/flows/flows.js';
import { setCurrentVersion } from '../../packages/lab/bench/deploy/two-builds.js';
import { conversationWorkflowId } from '../../protocol/ids.js';
import { text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
});
afterAll(() => system?.stop());

describe('beginExecution', () => {
  test('the current version names a tool that this build lacks -> the newest version that it can run is pinned', async () => {
    const { temporal, db, model } = system;
    const old = assistantFlow(SCRIPTED_MODEL);
    const later = defineFlow({
      slug: 'assistant',
      name: 'Assistant',
      nodes: { chat: chat(), agent: agent({ model: SCRIPTED_MODEL, tools: ['look_up'] }) },
      edges: [['chat', 'agent']],
    });
    const build = { name: `${system.taskQueue}-flows`, buildId: 'v1' };
    const taskQueue = `${system.taskQueue}-flows`;
    await system.startWorker({ deployment: build, worker: { taskQueue } });
    await setCurrentVersion(temporal, build);
    await registerFlows(db, [old]);
    await registerFlows(db, [later]);
    const user = system.newUser();
    const workflowId = conversationWorkflowId({ flow: 'assistant', user });
    model.reply(text('hello'));
    await temporal.workflow.start('conversation', {
      workflowId,
      taskQueue,
      args: [{ flow: 'assistant', user }],
    });
    const conversation = system.client.conversation({ flow: 'assistant', user });
    expect((await conversation.ask({ text: 'hello', turnId: 'one' })).text).toBe('hello');
    const [execution] = await system.client.executions.list({ user });
    expect(execution?.flowVersion).toBe(1);

    const [start, worker] = old.nodes;
    const prompt = '{{ trigger.txet }}';
    await registerFlows(db, [
      { ...old, nodes: [start!, { ...worker, config: { model: SCRIPTED_MODEL, prompt } } as FlowNode] },
    ]);
    await expect(conversation.ask({ text: 'again', turnId: 'two' })).rejects.toThrow('trigger.txet');
    const executions = await system.client.executions.list({ user });
    expect(executions.map(({ flowVersion }) => flowVersion).sort()).toEqual([1, 3]);
    await registerFlows(db, [old]);
  });
});

describe('readWorkerVersions', () => {
  test('no deployment -> the unversioned workers, who are current, and what runs', async () => {
    const plain = await startTestSystem(inject('environment'));
    try {
      plain.model.reply(text('hello'));
      await plain.client.conversation({ flow: 'assistant', user: plain.newUser() }).ask('hello');
      await expect
        .poll(async () => (await plain.client.health()).workers)
        .toEqual([
          {
            deployment: null,
            buildId: null,
            status: 'current',
            rampPercent: null,
            pollers: [expect.any(String)],
            running: { conversations: 1, executions: 0 },
          },
        ]);
      expect((await plain.client.health({ user: 'ada' })).workers).toBeNull();
    } finally {
      await plain.stop();
    }
  });
});
