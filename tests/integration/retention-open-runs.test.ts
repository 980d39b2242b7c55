import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DEFAULT_TIMING } from '../../activities/dependencies.js';
import { createRetentionActivities } from '../../activities/retention/remove-expired.js';
import { runActivity } from '../../packages/lab/bench/turn/run-activity.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { CONVERSATION_WORKFLOW } from '../../protocol/messages.js';
import { deleteWorkflows } from '../../temporal/delete-workflows.js';
import { ageConversations, runRetention } from './fixtures/due-retention.js';

const RULES = { assistant: { chatDays: 90 } };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { retention: RULES });
});
afterAll(() => system?.stop());

describe('removeExpired', () => {
  test('an old conversation with a message that is not stored yet -> kept, and the message is answered', async () => {
    const user = system.newUser();
    const old = system.client.conversation({ flow: 'assistant', user });
    system.model.reply(text('One.'), text('Two.'));
    await old.ask('One?');
    await system.temporal.workflow.getHandle(old.workflowId).terminate();
    const turn = { turnId: 'later', text: 'Two?' };
    const taskQueue = `${system.taskQueue}-later`;
    const { workflowId } = old;
    await system.temporal.workflow.signalWithStart(CONVERSATION_WORKFLOW, {
      workflowId,
      taskQueue,
      args: [{ flow: 'assistant', user }],
      signal: 'postTurn',
      signalArgs: [turn],
    });
    await ageConversations(system.db, 91, [workflowId]);
    await runRetention(system);
    const worker = await system.startWorker({ worker: { taskQueue } });
    expect(await old.ask(turn)).toMatchObject({ text: 'Two.' });
    expect((await old.history()).messages).toHaveLength(4);
    await worker.shutdown();
  });

  test('a message arrives after the check for open work -> only closed runs are deleted, the message is answered', async () => {
    const old = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('One.'), text('Two.'));
    const { executionId } = await old.ask('One?');
    await ageConversations(system.db, 91, [old.workflowId]);
    const { db, temporal } = system;
    const turns = `WorkflowId STARTS_WITH "${old.workflowId}/turn/" and ExecutionStatus = "Completed"`;
    await expect.poll(() => temporal.workflow.count(turns)).toMatchObject({ count: 1 });
    const { runId: turnRunId } = await temporal.workflow.getHandle(executionId).describe();
    const activities = createRetentionActivities({
      db,
      rules: RULES,
      timing: DEFAULT_TIMING,
      async deleteWorkflows(ids) {
        const deleted = await deleteWorkflows(temporal, ids);
        expect(deleted).toMatchObject({ runIds: new Set([turnRunId]), hasWork: false });
        await temporal.workflow
          .getHandle(old.workflowId)
          .signal('postTurn', { turnId: 'later', text: 'Two?' });
        return deleted;
      },
    });
    await runActivity('retention/test', activities.removeExpired, { runId: 'test' });
    expect(await old.ask({ turnId: 'later', text: 'Two?' })).toMatchObject({ text: 'Two.' });
    expect((await old.history()).messages[0]).toMatchObject({ text: 'Two.' });
  });
});
