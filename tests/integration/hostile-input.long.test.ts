import type { Payload } from '@temporalio/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('still here') } });
});
afterAll(() => system?.stop());

const utf8 = new TextEncoder();

function payload(encoding: string | undefined, data: string): Payload {
  return {
    metadata: encoding === undefined ? {} : { encoding: utf8.encode(encoding) },
    data: utf8.encode(data),
  };
}

async function openConversation() {
  const user = system.newUser();
  const workflowId = `conversation/assistant/${user}`;
  await system.temporal.workflow.start('conversation', {
    taskQueue: system.taskQueue,
    workflowId,
    args: [{ flow: 'assistant', user }],
  });
  return { workflowId, conversation: system.client.conversation({ flow: 'assistant', user }) };
}

async function sendRaw(workflowId: string, signalName: string, payloads: Payload[]): Promise<void> {
  await system.temporal.workflowService.signalWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId },
    signalName,
    input: { payloads },
  });
}

const JUNK: unknown[] = [
  null,
  5,
  'x',
  [],
  [1],
  {},
  { turnId: { toString: 1 } },
  { text: { length: 1 } },
  { textRef: 1 },
];

describe('hostile Signals', () => {
  test.each(['valueOf', 'hasOwnProperty', '__proto__', 'constructor', '__temporal_x', '__stack_trace', ''])(
    'a Signal named %j -> the conversation continues',
    async (name) => {
      const { workflowId, conversation } = await openConversation();
      await sendRaw(workflowId, name, []).catch(() => undefined);
      expect((await conversation.ask('hi')).text).toBe('still here');
      await sendRaw(workflowId, name, []).catch(() => undefined);
      expect((await conversation.ask('hi')).text).toBe('still here');
    },
  );

  test.each(['postTurn', 'cancelTurn', 'clear'])(
    '%s with unreadable payloads, and of every wrong type -> continues',
    async (name) => {
      const { workflowId, conversation } = await openConversation();
      const unreadable = [
        payload('binary/encrypted', 'x'),
        payload(undefined, 'x'),
        payload('json/protobuf', '{}'),
        payload('json/plain', '{bad'),
        payload('json/threadline-answer', '{"turnId":"a","executionId":"b"}'),
      ];
      for (const bad of unreadable) await sendRaw(workflowId, name, [bad]);
      for (const junk of JUNK) await sendRaw(workflowId, name, [payload('json/plain', JSON.stringify(junk))]);
      expect((await conversation.ask('hi')).text).toBe('still here');
      if (name === 'postTurn')
        expect((await conversation.status())?.refused.count).toBe(unreadable.length + JUNK.length);
    },
  );
});

describe('hostile start input', () => {
  test.each([
    ['carried: null', { carried: null }],
    ['carried: a text', { carried: 'x' }],
    ['a carried queue of numbers', { carried: { queue: [1] } }],
    [
      'a carried queue of turns nobody sent',
      { carried: { queue: ['m:forged'], recent: [], turns: 0, refused: 0, closing: false } },
    ],
    ['an idle timeout of another kind', { idleTimeoutMs: 'soon' }],
  ])('%s -> the conversation continues without it', async (_name, extra) => {
    const user = system.newUser();
    const handle = await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId: `conversation/assistant/${user}`,
      args: [{ flow: 'assistant', user, ...extra }],
    });
    expect(await handle.executeUpdate('ask', { args: [{ text: 'hi' }] })).toMatchObject({
      text: 'still here',
    });
    const turns = await system.db
      .selectFrom('turn')
      .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
      .select('turn_id')
      .where('conversation.user_id', '=', user)
      .execute();
    expect(turns).toHaveLength(1);
  });

  test('1.9 MB of it -> one run, not one after another', async () => {
    const user = system.newUser();
    const handle = await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId: `conversation/assistant/${user}`,
      args: [{ flow: 'assistant', user, junk: 'x'.repeat(1_900_000) }],
    });
    await handle.executeUpdate('ask', { args: [{ text: 'hi' }] });
    await sleep(500);
    expect((await handle.describe()).runId).toBe(handle.firstExecutionRunId);
  });

  test.each([
    ['conversation', null],
    ['conversation', 5],
    ['execution', null],
    ['execution', { flow: 'assistant', text: '\u0000' }],
    ['execution', { flow: 'assistant', text: 'hi', user: { a: 1 } }],
    ['execution', { flow: 'assistant', text: 'hi', user: 'a\u0000' }],
  ])('%s with %j -> fails at once', async (type, input) => {
    const handle = await system.temporal.workflow.start(type, {
      taskQueue: system.taskQueue,
      workflowId: `execution/assistant/${system.newUser('x')}`,
      args: [input],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidId' } });
  });
});
