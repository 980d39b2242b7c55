import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { manual, wait } from '../../flow/kinds/node-kinds.js';
import { eventTypes } from '../../packages/testing/history-summary.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  const waits = defineFlow({
    slug: 'waits',
    name: 'Waits',
    nodes: { start: manual(), pause: wait({ seconds: 600 }) },
    edges: [['start', 'pause']],
  });
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL), waits] });
});
afterAll(() => system?.stop());

describe('setHandlers', () => {
  test('a conversation and its execution -> every Signal, Query and Update has a description', async () => {
    system.model.reply(text('Hello.'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { executionId } = await conversation.ask('Hello');
    const counts: number[] = [];
    for (const id of [conversation.workflowId, executionId]) {
      const { definition } = await system.temporal.workflow
        .getHandle(id)
        .query<Metadata>('__temporal_workflow_metadata');
      const { signalDefinitions, queryDefinitions, updateDefinitions } = definition;
      const handlers = [...signalDefinitions, ...queryDefinitions, ...updateDefinitions];
      expect(handlers.filter(({ description }) => !description)).toEqual([]);
      counts.push(handlers.length);
    }
    expect(counts).toEqual([7 + 3 + 1 + 11, 2 + 3 + 2 + 11]);
  });
});

describe('an Update of another kind of Workflow', () => {
  test('each under the id of the other -> rejected with the right place, no event', async () => {
    system.model.reply(text('Hello.'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { workflowId } = conversation;
    await conversation.ask('Hello');
    expect(await whyRejected(workflowId, 'answer')).toBe(
      `Update 'answer' is not accepted here. '${workflowId}' is a conversation: send the Update to the execution of a turn, '${workflowId}/turn/<turn id>'`,
    );
    const { executionId: waiting } = await system.client.executions.start({ flow: 'waits', text: 'Go' });
    expect(await whyRejected(waiting, 'ask')).toBe(
      `Update 'ask' is not accepted here. '${waiting}' is an execution: send the Update to a conversation, 'conversation/<flow>/<user>'`,
    );
    const types = await eventTypes(system.temporal.workflow.getHandle(waiting));
    expect(types.filter((type) => type.includes('Update'))).toEqual([]);
    await system.client.executions.cancel(waiting);
  });
});

describe('refuseStart', () => {
  test("an Update under another user's Workflow ID -> rejected with the id of its input", async () => {
    const [user, other] = [system.newUser(), system.newUser()];
    const update = system.temporal.workflow.executeUpdateWithStart('submitTurn', {
      args: [{ text: 'Hello' }],
      startWorkflowOperation: new WithStartWorkflowOperation('conversation', {
        workflowId: `conversation/assistant/${other}`,
        taskQueue: system.taskQueue,
        workflowIdConflictPolicy: 'USE_EXISTING',
        args: [{ flow: 'assistant', user }],
      }),
    });
    const failure: unknown = await update.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkflowUpdateFailedError);
    expect(failure).toMatchObject({
      cause: {
        type: 'Conversation.InvalidId',
        message: `Workflow ID 'conversation/assistant/${other}' does not match its input, whose ID is 'conversation/assistant/${user}'`,
      },
    });
  });
});

async function whyRejected(workflowId: string, update: string): Promise<string> {
  const handle = system.temporal.workflow.getHandle(workflowId);
  const failure: unknown = await handle
    .executeUpdate(update, { args: [{ text: 'Hello' }] })
    .catch((error: unknown) => error);
  if (failure instanceof WorkflowUpdateFailedError) return failure.cause?.message ?? '';
  throw failure;
}

interface Metadata {
  definition: Record<
    'signalDefinitions' | 'queryDefinitions' | 'updateDefinitions',
    readonly { name: string; description?: string }[]
  >;
}
