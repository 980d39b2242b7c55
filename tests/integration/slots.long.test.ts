import { Context } from '@temporalio/activity';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const SLOTS = 2;
let system: TestSystem;
let isUnavailable = false;

beforeAll(async () => {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, tools: ['retired'] } } : node,
  );
  system = await startTestSystem(inject('environment'), {
    flows: [flow, { ...flow, slug: 'old', nodes }],
    worker: { maxConcurrentWorkflowTaskExecutions: SLOTS },
    onPoint: (point) => {
      if (!isUnavailable || point !== 'trimContext.before') return;
      const id = Context.current().info.workflowExecution?.workflowId ?? '';
      if (id.includes('stuck'))
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  });
});
afterAll(() => system?.stop());

describe('slots for Workflow Tasks', () => {
  test('a worker blocked for a minute -> continues, because a call into a Workflow may take two', async () => {
    const other = await startTestSystem(inject('environment'), { withoutWorker: true });
    const { worker } = await other.startWorker();
    expect(worker.options.isolateExecutionTimeoutMs).toBe(120_000);
    await other.stop();
  });

  test('an agent with a tool that no worker has -> its turn fails after the limit, with a sentence', async () => {
    const conversation = system.client.conversation({ flow: 'old', user: system.newUser() });
    const { turnId, executionId } = await conversation.submit('hi');
    await expect(conversation.ask({ text: 'hi', turnId })).rejects.toMatchObject({
      type: 'Tool.NotRegistered',
      message: expect.stringMatching(
        /^Tool 'retired' is not registered on this worker. No other live worker has it. Deploy a worker that has it, or remove it from the flow$/,
      ),
    });
    const rows = await system.db
      .selectFrom('execution')
      .select(['status', 'error_type'])
      .where('workflow_id', '=', executionId)
      .execute();
    expect(rows).toEqual([{ status: 'failed', error_type: 'Tool.NotRegistered' }]);
  });

  test('turns in all slots while they cannot reach Postgres -> other turns are answered, then these', async () => {
    isUnavailable = true;
    const stuck = Array.from({ length: SLOTS + 1 }, () =>
      system.client.conversation({ flow: 'assistant', user: system.newUser('stuck') }),
    );
    const turns = await Promise.all(stuck.map((conversation) => conversation.submit('hi')));
    system.model.reply(text('for a stranger'));
    const stranger = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    expect((await stranger.ask('hi')).text).toBe('for a stranger');
    isUnavailable = false;
    system.model.reply(...stuck.map(() => text('late')));
    for (const [index, { turnId }] of turns.entries())
      expect(await stuck[index]?.ask({ text: 'hi', turnId })).toMatchObject({ text: 'late' });
  });
});
