import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { acceptTurns } from '../../store/conversation/accept-turns.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { wakeAllConversations } from '../../worker/wake-conversations.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

function newConversation(): { conversation: ConversationHandle; user: string } {
  const user = system.newUser();
  return { conversation: system.client.conversation({ flow: 'assistant', user }), user };
}

async function storeOnly(workflowId: string, user: string, words: string): Promise<string> {
  const turnId = randomUUID();
  await acceptTurns(system.db, {
    workflowId,
    flow: 'assistant',
    user,
    channel: '',
    turns: [{ turnId, kind: 'message', text: words }],
    waiting: [],
    countTokens: (said) => said.length,
    clean: (said) => said,
  });
  return turnId;
}

function wake(): Promise<string[]> {
  return wakeAllConversations(
    { db: system.db, temporal: system.temporal, taskQueue: system.taskQueue },
    { afterSeconds: 0 },
  );
}

async function said(conversation: ConversationHandle): Promise<string[]> {
  const { messages } = await conversation.history();
  return messages.map((message) => message.text).reverse();
}

async function unfinished(): Promise<number> {
  const rows = await system.db
    .selectFrom('turn')
    .select('turn_id')
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return rows.length;
}

describe('a stored turn that no Workflow knows', () => {
  test('another message arrives -> the forgotten one is answered first', async () => {
    const { conversation, user } = newConversation();
    system.model.reply(text('one'), text('two'), text('three'));
    await conversation.ask('first');
    await storeOnly(conversation.workflowId, user, 'forgotten');
    expect(await conversation.ask('last')).toMatchObject({ text: 'three' });
    expect(await said(conversation)).toEqual(['first', 'one', 'forgotten', 'two', 'last', 'three']);
  });

  test('a forgotten turn between turns that wait -> it runs in its place', async () => {
    const { conversation, user } = newConversation();
    const running = gated('one', '');
    system.model.reply(running, text('two'), text('three'), text('four'));
    await conversation.submit('first');
    await running.started;
    await conversation.submit('second');
    await storeOnly(conversation.workflowId, user, 'forgotten');
    const { turnId } = await conversation.submit('last');
    expect((await conversation.status())?.queued).toHaveLength(3);
    running.release();
    for await (const event of conversation.stream(turnId)) if (event.type === 'done') break;
    expect((await said(conversation)).filter((_, index) => index % 2 === 0)).toEqual([
      'first',
      'second',
      'forgotten',
      'last',
    ]);
  });

  test('no message arrives -> its reader sees that it waits, a scan wakes the conversation once', async () => {
    const { conversation, user } = newConversation();
    system.model.reply(text('one'), text('two'));
    await conversation.ask('first');
    const turnId = await storeOnly(conversation.workflowId, user, 'forgotten');
    const events: string[] = [];
    for await (const event of conversation.stream(turnId)) {
      events.push(event.type === 'queued' ? `queued behind ${event.ahead}` : event.type);
      if (event.type === 'queued') expect(await wake()).toEqual([conversation.workflowId]);
    }
    expect([events.slice(0, 2), events.at(-1)]).toEqual([['queued behind 0', 'started'], 'done']);
    expect(await wake()).toEqual([]);
  });

  test('the conversation was terminated with turns in its queue -> a scan starts it again, in order', async () => {
    const { conversation } = newConversation();
    const running = gated('one', 'never');
    system.model.reply(running, text('two'), text('three'));
    await conversation.submit('first');
    await running.started;
    await conversation.submit('second');
    const { turnId } = await conversation.submit('third');
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate('lost');
    expect(await wake()).toEqual([conversation.workflowId]);
    for await (const event of conversation.stream(turnId)) if (event.type === 'done') break;
    const history = await said(conversation);
    expect(history.filter((words) => !['one', 'two', 'three'].includes(words))).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(await unfinished()).toBe(0);
  });

  test('its Workflow is working -> not woken', async () => {
    const { conversation } = newConversation();
    const running = gated('one', '');
    system.model.reply(running, text('two'));
    const { turnId: first } = await conversation.submit('first');
    await running.started;
    const { turnId } = await conversation.submit('second');
    expect(await wake()).toEqual([]);
    running.release();
    for (const id of [first, turnId])
      for await (const event of conversation.stream(id)) if (event.type === 'done') break;
    expect(await wake()).toEqual([]);
  });

  test('the conversation closes -> stays open until the forgotten turn is answered', async () => {
    const { conversation, user } = newConversation();
    system.model.reply(text('one'), text('two'));
    await conversation.ask('first');
    const turnId = await storeOnly(conversation.workflowId, user, 'forgotten');
    await conversation.close();
    await system.temporal.workflow.getHandle(conversation.workflowId).result();
    expect(await wake()).toEqual([conversation.workflowId]);
    for await (const event of conversation.stream(turnId)) if (event.type === 'done') break;
    expect(await said(conversation)).toEqual(['first', 'one', 'forgotten', 'two']);
  });
});
