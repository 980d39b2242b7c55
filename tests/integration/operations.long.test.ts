import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { createDescribeWorkflow } from '../../worker/describe-workflow.js';
import { reset } from './fixtures/histories.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    model: { script: ({ text: said }) => (said === 'slow' ? slowAnswer() : text(`re: ${said}`)) },
  });
});
afterAll(() => system?.stop());

let gates: ReturnType<typeof gated>[] = [];
let areReleased = false;

function slowAnswer() {
  const gate = gated('re: ', 'slow');
  gates.push(gate);
  if (areReleased) gate.release();
  return gate;
}

interface Chat {
  conversation: ConversationHandle;
  executionId: string;
}

async function openChat(): Promise<Chat> {
  [gates, areReleased] = [[], false];
  const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
  await conversation.ask('first');
  const { executionId } = await conversation.submit('slow');
  await expect.poll(() => gates.length).toBe(1);
  await gates[0]?.started;
  await conversation.submit('waiting');
  return { conversation, executionId };
}

function release(): void {
  areReleased = true;
  for (const gate of gates) gate.release();
}

const handleOf = (workflowId: string) => system.temporal.workflow.getHandle(workflowId);
const named = (workflowId: string) => ({ namespace: 'default', workflowExecution: { workflowId } });

const ACTIONS: [
  name: string,
  act: (chat: Chat) => Promise<unknown>,
  statuses: [slow: string, waiting: string],
][] = [
  [
    'resets the conversation',
    ({ conversation }) => reset(system.temporal, conversation.workflowId),
    ['completed', 'completed'],
  ],
  [
    'resets the execution',
    ({ executionId }) => reset(system.temporal, executionId),
    ['completed', 'completed'],
  ],
  [
    'terminates the conversation',
    ({ conversation }) => handleOf(conversation.workflowId).terminate(),
    ['cancelled', 'completed'],
  ],
  [
    'terminates the execution',
    ({ executionId }) => handleOf(executionId).terminate(),
    ['failed', 'completed'],
  ],
  ['cancels the conversation', cancelConversation, ['cancelled', 'cancelled']],
  ['cancels the execution', ({ executionId }) => handleOf(executionId).cancel(), ['cancelled', 'completed']],
  [
    'deletes the conversation',
    ({ conversation }) =>
      system.temporal.workflowService.deleteWorkflowExecution(named(conversation.workflowId)),
    ['cancelled', 'completed'],
  ],
  [
    'deletes the execution',
    ({ executionId }) => system.temporal.workflowService.deleteWorkflowExecution(named(executionId)),
    ['failed', 'completed'],
  ],
  ['terminates both in a batch', terminateInBatch, ['failed', 'completed']],
  ['pauses and unpauses the model call', pauseModelCall, ['completed', 'completed']],
  ['resets the model call', resetModelCall, ['completed', 'completed']],
  ['sends wrong payloads', sendWrongPayloads, ['completed', 'completed']],
  ['sends an Update of 2.2 MB', sendHugeUpdate, ['completed', 'completed']],
];

describe('an operator', () => {
  test.each(ACTIONS)(
    '%s -> no message is lost or duplicated, and the chat continues',
    async (_name, act, statuses) => {
      const chat = await openChat();
      await act(chat);
      if (statuses[0] === 'completed') release();
      else await expect.poll(() => isRunning(chat.executionId)).toBe(false);
      const { text: answer } = await chat.conversation.ask('after');
      expect(answer).toMatch(/^re: (waiting\n\n)?after$/);
      const turns = await readTurns(chat.conversation.workflowId);
      expect(turns).toEqual([
        ['first', 'completed'],
        ['slow', statuses[0]],
        ['waiting', statuses[1]],
        ['after', 'completed'],
      ]);
    },
  );
});

async function readTurns(workflowId: string) {
  const rows = await system.db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .innerJoin('thread_message as message', (join) =>
      join
        .onRef('message.conversation_id', '=', 'turn.conversation_id')
        .onRef('message.position', '=', 'turn.position')
        .on('message.role', '=', 'user'),
    )
    .select(['message.content', 'turn.status'])
    .where('conversation.workflow_id', '=', workflowId)
    .orderBy('turn.position')
    .execute();
  return rows.map(({ content, status }) => [content, status]);
}

async function isRunning(workflowId: string): Promise<boolean> {
  const description = await createDescribeWorkflow(system.temporal)(workflowId);
  return description?.isOpen === true;
}

async function cancelConversation({ conversation }: Chat): Promise<void> {
  const handle = handleOf(conversation.workflowId);
  await handle.cancel();
  await expect.poll(async () => (await handle.describe()).status.name).toBe('CANCELLED');
}

async function terminateInBatch({ conversation, executionId }: Chat): Promise<void> {
  const jobId = randomUUID();
  const { workflowService } = system.temporal;
  await workflowService.startBatchOperation({
    namespace: 'default',
    jobId,
    reason: 'test',
    executions: [{ workflowId: conversation.workflowId }, { workflowId: executionId }],
    terminationOperation: { identity: 'test' },
  });
  await expect
    .poll(async () => (await workflowService.describeBatchOperation({ namespace: 'default', jobId })).state)
    .toBe(2);
}

const PAUSED = 4;

async function pauseModelCall({ executionId: workflowId }: Chat): Promise<void> {
  const { workflowService } = system.temporal;
  const call = { namespace: 'default', execution: { workflowId }, type: 'callModel' };
  await workflowService.pauseActivity(call);
  await expect.poll(async () => (await pendingCall(workflowId))?.state).toBe(PAUSED);
  await workflowService.unpauseActivity(call);
}

async function resetModelCall({ executionId: workflowId }: Chat): Promise<void> {
  await system.temporal.workflowService.resetActivity({
    namespace: 'default',
    execution: { workflowId },
    type: 'callModel',
  });
  await expect.poll(() => gates.length).toBe(2);
}

async function pendingCall(workflowId: string) {
  const { raw } = await handleOf(workflowId).describe();
  return raw.pendingActivities?.[0];
}

async function sendWrongPayloads({ conversation, executionId }: Chat): Promise<void> {
  const wrong = [undefined, null, 7, '', 'text', [], {}, { text: 7 }, { turnId: {}, text: 'x' }];
  const signals = ['postTurn', 'cancelTurn', 'dropTurn', 'switchBranch', 'answered', 'nothing'];
  for (const workflowId of [conversation.workflowId, executionId])
    for (const name of signals)
      for (const input of name === 'cancelTurn' ? wrong.slice(2, 5) : wrong)
        await handleOf(workflowId).signal(name, input);
}

async function sendHugeUpdate({ conversation }: Chat): Promise<void> {
  const huge = { text: 'x'.repeat(2_200_000), turnId: 'huge' };
  await expect(
    handleOf(conversation.workflowId).executeUpdate('submitTurn', { args: [huge] }),
  ).rejects.toThrow();
}
