import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MAX_QUEUED_TURNS, MAX_TEXT_BYTES } from '../../../protocol/limits.js';
import { listAuditEntries } from '../../../store/audit/audit-log.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { requestText } from '../context/fixtures/requests.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { holding, tools } from './hold-tool.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['hold'], history: { summaries: false } })],
    tools,
  });
});
afterAll(() => system?.stop());

const FRANCE = { text: 'France?', turnId: 'france' };
const SPAIN = { text: 'Spain?', turnId: 'spain' };
const LONG = `Norway? ${'snow '.repeat(MAX_TEXT_BYTES / 4)}`;

describe('change of the text', () => {
  test('of a queued message -> answered in its place under its id; the old text is gone', async () => {
    const { conversation, running } = await beginChat();
    system.model.reply(text('Rome.'), text('Madrid.'));
    const answers = [conversation.ask(FRANCE)];
    await expect.poll(async () => (await conversation.status())?.queued).toEqual(['france']);
    answers.push(conversation.ask(SPAIN));
    await expect.poll(async () => (await conversation.status())?.queued).toEqual(['france', 'spain']);
    expect(await conversation.change('france', { text: 'Italy?' })).toMatchObject({
      turnId: 'france',
      position: 1,
    });
    expect(await conversation.queued()).toMatchObject([{}, { text: 'Italy?', state: 'queued' }, {}]);
    running.release();
    expect(await Promise.all(answers)).toMatchObject([
      { turnId: 'france', text: 'Rome.' },
      { turnId: 'spain', text: 'Madrid.' },
    ]);
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      ...['user: Germany?', 'assistant: Berlin.', 'user: Italy?', 'assistant: Rome.', 'user: Spain?'],
    ]);
    const { user } = keyOf(conversation);
    expect(await system.client.search('Italy', { user })).toMatchObject([{ text: 'Italy?' }]);
    expect(await system.client.search('France', { user })).toEqual([]);
    const [entry] = await listAuditEntries(system.db, { limit: 1 });
    expect(entry).toMatchObject({ action: 'change.text', owner: user, outcome: 'done' });
  });

  test('with a mode -> both change; with the mode alone -> the text stays', async () => {
    const held = await holding();
    system.model.reply(held.reply, text('Berlin, Rome.'));
    const conversation = newConversation();
    const { turnId } = await conversation.submit('Germany?');
    await held.began();
    await conversation.submit(FRANCE);
    await conversation.change('france', { text: 'Italy?', whileRunning: 'interrupt' });
    expect((await conversation.queued()).at(-1)).toMatchObject({ text: 'Italy?', whileRunning: 'interrupt' });
    await conversation.change('france', { whileRunning: 'steer' });
    await held.release();
    await conversation.ask({ text: 'Italy?', turnId: 'france' });
    expect((await conversation.history()).messages.map((one) => [one.turnId, one.text])).toContainEqual([
      ...['france', 'Italy?'],
    ]);
    await conversation.cancel(turnId);
  });

  test('of a message with a file, by a text over 64 KB -> the file stays', async () => {
    const { conversation, running } = await beginChat();
    const file = {
      type: 'file',
      data: Buffer.from('A quince.'),
      mediaType: 'text/plain',
      filename: 'q.txt',
    } as const;
    await conversation.submit({ parts: [{ type: 'text', text: 'France?' }, file], turnId: 'france' });
    await conversation.change('france', { text: LONG });
    expect((await conversation.queued()).at(-1)).toMatchObject({
      text: LONG,
      attachments: [{ name: 'q.txt' }],
    });
    await conversation.change('france', { text: 'Norway?' });
    system.model.reply(text('Oslo.'));
    running.release();
    await conversation.ask({ parts: [{ type: 'text', text: 'France?' }, file], turnId: 'france' });
    const sent = requestText(system.model.requests.at(-1)!);
    expect(sent).toMatch(/q\.txt.*A quince\..*Norway\?/s);
    expect(sent).not.toMatch(/France|snow/);
    expect((await conversation.history()).messages[1]).toMatchObject({
      text: 'Norway?',
      attachments: [{ name: 'q.txt' }],
    });
  });

  test('then the message is resent, with either text -> the same turn, with the new text; another -> Turn.Conflict', async () => {
    const { conversation, running } = await beginChat();
    await conversation.submit(FRANCE);
    for (const words of ['Spain?', 'Italy?']) await conversation.change('france', { text: words });
    system.model.reply(text('Rome.'));
    await expect(conversation.submit({ text: 'Norway?', turnId: 'france' })).rejects.toMatchObject({
      type: 'Turn.Conflict',
    });
    const receipts = [
      await conversation.submit(FRANCE),
      await conversation.submit({ text: 'Italy?', turnId: 'france' }),
      await conversation.submit(FRANCE, { whileRunning: 'interrupt' }),
    ];
    expect(receipts).toMatchObject([1, 1, 1].map((position) => ({ turnId: 'france', position })));
    expect(await conversation.ask(FRANCE)).toMatchObject({ turnId: 'france', text: 'Rome.' });
    expect(spokenIn(system.model.requests.at(-1)!).at(-1)).toBe('user: Italy?');
    running.release();
  });

  test('repeated after the message started or ended -> the same receipt; another text -> Turn.NotQueued', async () => {
    const { conversation, running } = await beginChat();
    const france = gated('Ro', 'me.');
    system.model.reply(france);
    await conversation.submit(FRANCE);
    await conversation.change('france', { text: 'Italy?' });
    running.release();
    await france.started;
    const receipt = { turnId: 'france', position: 0 };
    expect(await conversation.change('france', { text: 'Italy?' })).toMatchObject(receipt);
    await expect(conversation.change('france', { text: 'Spain?' })).rejects.toMatchObject({
      type: 'Turn.NotQueued',
      message: "Message 'france' has already started: cancel its turn, or send a new message",
    });
    france.release();
    expect(await conversation.ask(FRANCE)).toMatchObject({ text: 'Rome.' });
    expect(await conversation.change('france', { text: 'Italy?' })).toMatchObject(receipt);
    await expect(conversation.change('france', { text: 'Spain?' })).rejects.toMatchObject({
      type: 'Turn.NotQueued',
      message: "Message 'france' has already ended or joined a turn: send a new message",
    });
    await expect(conversation.change('none', { text: 'Spain?' })).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
    });
  });

  test('the same Update twice, and two others at once -> all apply, the last one stays', async () => {
    const { conversation, running } = await beginChat();
    await conversation.submit(FRANCE);
    const workflow = system.temporal.workflow.getHandle(conversation.workflowId);
    const change = (words: string, updateId: string) =>
      workflow.executeUpdate<unknown, [object]>('changeTurn', {
        args: [{ turnId: 'france', text: words }],
        updateId,
      });
    await Promise.all([change('Italy?', 'one'), change('Italy?', 'one')]);
    await Promise.all([change('Spain?', 'two'), change('Norway?', 'three')]);
    const [, stored] = await conversation.queued();
    expect(['Spain?', 'Norway?']).toContain(stored?.text);
    await change('Italy?', 'one');
    expect((await conversation.queued())[1]).toEqual(stored);
    await conversation.cancel('france');
    running.release();
  });

  test('empty, no text, too long for an Update, or an unknown reference -> refused, nothing changed', async () => {
    const { conversation, running } = await beginChat();
    await conversation.submit(FRANCE);
    for (const words of ['', ' \n', '\u0000', 5])
      await expect(conversation.change('france', { text: words as string })).rejects.toMatchObject({
        type: 'Conversation.InvalidTurn',
      });
    const workflow = system.temporal.workflow.getHandle(conversation.workflowId);
    for (const change of [
      { text: ' ' },
      { text: null },
      { text: LONG },
      { textRef: 'x' },
      { textRef: '00000000-0000-0000-0000-000000000000' },
      { text: 'Italy?', parts: [] },
      {},
    ])
      await expect(
        workflow.executeUpdate('changeTurn', { args: [{ turnId: 'france', ...change }] }),
      ).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidTurn' } });
    await expect(conversation.change('france', { text: 'x'.repeat(16_000_001) })).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
    });
    expect((await conversation.queued())[1]).toMatchObject({ text: 'France?' });
    await conversation.close();
    await expect(conversation.change('france', { text: 'Italy?' })).rejects.toMatchObject({
      type: 'Conversation.Closed',
    });
    await conversation.cancel('france');
    running.release();
  });

  test('or of the mode, while the queue is full -> changed, because the message has its place', async () => {
    const { conversation, running } = await beginChat();
    const workflow = system.temporal.workflow.getHandle(conversation.workflowId);
    for (let count = 0; count < MAX_QUEUED_TURNS; count += 1)
      await workflow.signal('postTurn', { text: `m${count}`, turnId: `m${count}` });
    await expect(conversation.submit('one too many')).rejects.toMatchObject({
      type: 'Conversation.QueueFull',
    });
    await conversation.change('m98', { text: 'Italy?' });
    await conversation.change('m99', { whileRunning: 'interrupt' });
    const queued = await conversation.queued();
    expect(queued).toHaveLength(MAX_QUEUED_TURNS + 1);
    expect([queued.at(1), queued.at(-1)]).toMatchObject([
      { turnId: 'm99', text: 'm99' },
      { turnId: 'm98', text: 'Italy?' },
    ]);
    await workflow.terminate();
    running.release();
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

function keyOf({ workflowId }: ConversationHandle): { user: string } {
  return { user: decodeURIComponent(workflowId.split('/')[2] ?? '') };
}
