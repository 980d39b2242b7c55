import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { registerSearchAttributes } from '../../worker/register-search-attributes.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
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
    // Three of the SDK's own Queries, each.
    expect(counts).toEqual([7 + 3 + 1 + 8, 2 + 3 + 2 + 2]);
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
        message: `Workflow ID 'conversation/assistant/${other}' is not the one of its input, which is 'conversation/assistant/${user}'`,
      },
    });
  });
});

describe('registerSearchAttributes', () => {
  test.each([
    ['register', false, 1],
    ['assume', true, 0],
  ] as const)(
    "%s, and the namespace's attributes cannot be listed -> ready: %s, %i notes",
    async (mode, isReady, notes) => {
      const connection = await NativeConnection.connect({ address: system.environment.temporalAddress });
      try {
        const written: string[] = [];
        const onNote = (text: string): void => void written.push(text);
        const attributes = await registerSearchAttributes({ connection, namespace: 'none', mode, onNote });
        expect(attributes.isReady()).toBe(isReady);
        expect(written).toHaveLength(notes);
      } finally {
        await connection.close();
      }
    },
  );
});

interface Metadata {
  definition: Record<
    'signalDefinitions' | 'queryDefinitions' | 'updateDefinitions',
    readonly { name: string; description?: string }[]
  >;
}
