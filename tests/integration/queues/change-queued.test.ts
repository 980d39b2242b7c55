import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { holding, tools } from './hold-tool.js';

const MAX_TURNS = 3;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['hold'], history: { summaries: false } })],
    tools,
    userLimits: { turns: MAX_TURNS },
  });
});
afterAll(() => system?.stop());

const FRANCE = { text: 'France?', turnId: 'france' };
const SPAIN = { text: 'Spain?', turnId: 'spain' };

describe('change', () => {
  test('queued message to interrupt -> same id, answered next, the running turn is canceled', async () => {
    const { conversation, running } = await beginChat();
    system.model.reply(text('Madrid.'), text('Paris.'));
    await conversation.submit(FRANCE);
    await conversation.submit(SPAIN);
    const answers = [conversation.ask(FRANCE), conversation.ask(SPAIN)];
    expect(await conversation.change('spain', { whileRunning: 'interrupt' })).toMatchObject({
      turnId: 'spain',
    });
    expect(await Promise.all(answers)).toMatchObject([{ text: 'Paris.' }, { text: 'Madrid.' }]);
    running.release();
    expect(await said(conversation)).toEqual(['Germany?', 'Ber', 'Spain?', 'Madrid.', 'France?', 'Paris.']);
  });

  test('to interrupt, repeated after the message started -> the same receipt, its turn goes on', async () => {
    const { conversation, running } = await beginChat();
    const france = gated('Par', 'is.');
    system.model.reply(france);
    await conversation.submit(FRANCE);
    const receipt = await conversation.change('france', { whileRunning: 'interrupt' });
    await france.started;
    expect(await conversation.change('france', { whileRunning: 'interrupt' })).toEqual({
      ...receipt,
      position: 0,
    });
    running.release();
    france.release();
    expect(await conversation.ask(FRANCE)).toMatchObject({ turnId: 'france', text: 'Paris.' });
    await idle(conversation);
    expect(await conversation.change('france', { whileRunning: 'interrupt' })).toMatchObject({
      turnId: 'france',
    });
    expect(await said(conversation)).toEqual(['Germany?', 'Ber', 'France?', 'Paris.']);
  });

  test('queued message to steer, then to queue -> its own turn, in its old place', async () => {
    const held = await holding();
    system.model.reply(held.reply, text('Berlin.'), text('Paris.'), text('Madrid.'));
    const conversation = newConversation();
    const { turnId } = await conversation.submit({ text: 'Germany?', turnId: 'germany' });
    await held.began();
    const france = conversation.ask(FRANCE);
    await queueOf(conversation, 'france');
    const spain = conversation.ask(SPAIN);
    await queueOf(conversation, 'france', 'spain');
    for (const whileRunning of ['steer', 'queue'] as const)
      expect(await conversation.change('france', { whileRunning })).toMatchObject({ position: 1 });
    await held.release();
    expect(await france).toMatchObject({ turnId: 'france', text: 'Paris.' });
    expect(await spain).toMatchObject({ turnId: 'spain', text: 'Madrid.' });
    expect(await conversation.ask({ text: 'Germany?', turnId })).toMatchObject({ text: 'Berlin.' });
  });

  test('queued message to steer -> is part of the running answer, and an `ask` of it returns that answer', async () => {
    const held = await holding();
    system.model.reply(held.reply, text('Berlin, Paris.'));
    const conversation = newConversation();
    const { turnId } = await conversation.submit('Germany?');
    await held.began();
    const france = conversation.ask(FRANCE);
    await queueOf(conversation, 'france');
    await conversation.change('france', { whileRunning: 'steer' });
    await held.release();
    expect(await france).toMatchObject({ turnId, text: 'Berlin, Paris.' });
    expect(spokenIn(system.model.requests.at(-1)!).at(-1)).toBe('user: France?');
  });

  test('in a closing chat -> Conversation.Closed, and the message is answered as it was', async () => {
    const { conversation, running } = await beginChat();
    system.model.reply(text('Paris.'));
    await conversation.submit(FRANCE);
    await conversation.close();
    await expect(conversation.change('france', { whileRunning: 'interrupt' })).rejects.toMatchObject({
      type: 'Conversation.Closed',
      message: "The conversation is closing: message 'france' stays in the queue as it is",
    });
    await conversation.submit(FRANCE, { whileRunning: 'interrupt' });
    running.release();
    expect(await conversation.ask(FRANCE)).toMatchObject({ turnId: 'france', text: 'Paris.' });
    expect(await said(conversation)).toEqual(['Germany?', 'Berlin.', 'France?', 'Paris.']);
  });

  test('at the limit of open turns -> changed, because the message keeps its place in the limit', async () => {
    const { conversation, running } = await beginChat();
    system.model.reply(text('Madrid.'), text('Paris.'));
    await conversation.submit(FRANCE);
    await conversation.submit(SPAIN);
    const answers = [conversation.ask(FRANCE), conversation.ask(SPAIN)];
    await expect(conversation.submit('Italy?')).rejects.toMatchObject({ type: 'User.LimitReached' });
    await conversation.change('spain', { whileRunning: 'interrupt' });
    expect(await Promise.all(answers)).toMatchObject([{ text: 'Paris.' }, { text: 'Madrid.' }]);
    running.release();
  });

  test('message that started, ended or does not exist, or unknown mode -> named in the error, nothing changed', async () => {
    const { conversation, running } = await beginChat();
    await expect(conversation.change('germany', { whileRunning: 'interrupt' })).rejects.toMatchObject({
      type: 'Turn.NotQueued',
      message: "Message 'germany' has already started: cancel its turn, or send a new message",
    });
    running.release();
    expect(await conversation.ask({ text: 'Germany?', turnId: 'germany' })).toMatchObject({
      text: 'Berlin.',
    });
    await idle(conversation);
    await expect(conversation.change('germany', { whileRunning: 'steer' })).rejects.toMatchObject({
      type: 'Turn.NotQueued',
      message: "Message 'germany' has already ended or joined a turn: send a new message",
    });
    await expect(conversation.change('none', { whileRunning: 'steer' })).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: "The conversation has no message with the turn id 'none'",
    });
    for (const change of [{ whileRunning: 'now' }, {}, { whileRunning: 'steer', parts: [] }])
      await expect(conversation.change('germany', change as { whileRunning: 'steer' })).rejects.toMatchObject(
        { type: 'Conversation.InvalidTurn' },
      );
  });

  test('the same Update twice, also after the message ended -> the same receipt; another one -> Turn.NotQueued', async () => {
    const { conversation, running } = await beginChat();
    await conversation.submit(SPAIN);
    await conversation.submit(FRANCE);
    const workflow = system.temporal.workflow.getHandle(conversation.workflowId);
    const change = (updateId: string) =>
      workflow.executeUpdate<unknown, [object]>('changeTurn', {
        args: [{ turnId: 'france', whileRunning: 'queue' }],
        updateId,
      });
    const receipt = { turnId: 'france', executionId: expect.stringContaining('france'), position: 2 };
    expect(await Promise.all([change('one'), change('one')])).toEqual([receipt, receipt]);
    expect(await change('two')).toEqual(receipt);
    system.model.reply(text('Madrid.'), text('Paris.'));
    running.release();
    await conversation.ask(FRANCE);
    await idle(conversation);
    expect(await change('one')).toEqual(receipt);
    await expect(change('three')).rejects.toMatchObject({ cause: { type: 'Turn.NotQueued' } });
    expect(await said(conversation)).toEqual([
      ...['Germany?', 'Berlin.', 'Spain?', 'Madrid.', 'France?', 'Paris.'],
    ]);
  });

  test('two changes of one message, and one of another, at once -> all apply, the last of each stays', async () => {
    const { conversation, running } = await beginChat();
    await conversation.submit(FRANCE);
    await conversation.submit(SPAIN);
    const workflow = system.temporal.workflow.getHandle(conversation.workflowId);
    const change = (turnId: string, whileRunning: string) =>
      workflow.executeUpdate('changeTurn', { args: [{ turnId, whileRunning }] });
    await Promise.all([change('spain', 'steer'), change('france', 'steer'), change('spain', 'queue')]);
    expect(await conversation.queued()).toMatchObject([
      { turnId: 'germany' },
      { turnId: 'france', whileRunning: 'steer' },
      { turnId: 'spain' },
    ]);
    system.model.reply(text('Paris.'), text('Madrid.'));
    running.release();
    expect(await conversation.ask(SPAIN)).toMatchObject({ turnId: 'spain', text: 'Madrid.' });
    expect(await said(conversation)).toEqual([
      ...['Germany?', 'Berlin.', 'France?', 'Paris.', 'Spain?', 'Madrid.'],
    ]);
  });

  test('canceled while it changes -> withdrawn, never answered', async () => {
    const { conversation, running } = await beginChat();
    await conversation.submit(FRANCE);
    await Promise.allSettled([
      conversation.change('france', { whileRunning: 'steer' }),
      conversation.cancel('france'),
    ]);
    running.release();
    await expect(conversation.ask(FRANCE)).rejects.toMatchObject({ type: 'Conversation.TurnCancelled' });
  });
});

describe('submit', () => {
  test('queued message, resent with interrupt, twice -> same id, answered next, once', async () => {
    const { conversation, running } = await beginChat();
    system.model.reply(text('Paris.'));
    await conversation.submit(FRANCE);
    const resent = await Promise.all(
      [1, 2].map(() => conversation.submit(FRANCE, { whileRunning: 'interrupt' })),
    );
    expect(resent).toMatchObject([{ turnId: 'france' }, { turnId: 'france' }]);
    expect(await conversation.ask(FRANCE, { whileRunning: 'interrupt' })).toMatchObject({ text: 'Paris.' });
    running.release();
    expect(await said(conversation)).toEqual(['Germany?', 'Ber', 'France?', 'Paris.']);
  });

  test('resent with interrupt after the conversation was terminated -> answered next, before older ones', async () => {
    const { conversation, running } = await beginChat();
    system.model.reply(text('Paris.'), text('Madrid.'));
    await conversation.submit(SPAIN);
    await conversation.submit(FRANCE);
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    await conversation.submit(FRANCE, { whileRunning: 'interrupt' });
    running.release();
    expect(await conversation.ask(SPAIN)).toMatchObject({ text: 'Madrid.' });
    expect((await said(conversation)).filter((words) => !words.startsWith('Ber'))).toEqual([
      ...['Germany?', 'France?', 'Paris.', 'Spain?', 'Madrid.'],
    ]);
  });
});

async function beginChat() {
  const running = gated('Ber', 'lin.');
  system.model.reply(running);
  const conversation = newConversation();
  await conversation.submit({ text: 'Germany?', turnId: 'germany' });
  await running.started;
  return { conversation, running };
}

function newConversation(): ConversationHandle {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}

async function queueOf(conversation: ConversationHandle, ...turnIds: string[]): Promise<void> {
  await expect.poll(async () => (await conversation.status())?.queued).toEqual(turnIds);
}

async function idle(conversation: ConversationHandle): Promise<void> {
  await expect.poll(async () => (await conversation.status())?.state).toBe('idle');
}

async function said(conversation: ConversationHandle): Promise<string[]> {
  return (await conversation.history()).messages.toReversed().map((message) => message.text);
}
