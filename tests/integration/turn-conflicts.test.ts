import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, approval, chat } from '../../flow/kinds/node-kinds.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  const asking = defineFlow({
    slug: 'asking',
    name: 'Asking',
    nodes: { chat: chat(), ask: approval({ prompt: 'Sure?' }), say: agent({ model: SCRIPTED_MODEL }) },
    edges: [
      ['chat', 'ask'],
      ['ask', 'say'],
    ],
  });
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL), asking] });
});
afterAll(() => system?.stop());

function conversationOf(flow = 'assistant') {
  return system.client.conversation({ flow, user: system.newUser() });
}

describe('a known turn id', () => {
  test('T5: in two concurrent messages with different texts -> one is answered, the other is Turn.Conflict', async () => {
    const conversation = conversationOf();
    system.model.reply(text('only once'));
    const texts = ['transfer 5 to Bob', 'transfer 900 to Eve'];
    const ended = await Promise.allSettled(
      texts.map((said) => conversation.ask({ text: said, turnId: 'pay' })),
    );
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { type: 'Turn.Conflict', message: expect.stringContaining("Turn id 'pay'") },
    });
    const winner = texts[ended.findIndex(({ status }) => status === 'fulfilled')]!;
    expect((await conversation.ask({ text: winner, turnId: 'pay' })).text).toBe('only once');
    const { messages } = await conversation.history();
    expect(messages.map((message) => message.text)).toEqual(['only once', winner]);
  });

  test('T5: with another text, data, file, output or edited turn -> Turn.Conflict; keys in another order -> the same', async () => {
    const conversation = conversationOf();
    system.model.reply(text('{"a":1,"b":2}'));
    const schema = (keys: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, { type: 'number' }])),
    });
    const said = { text: 'hi', turnId: 't', data: { a: 1, b: { c: 2, d: 3 } }, output: schema(['a', 'b']) };
    const first = await conversation.ask(said);
    const again = { ...said, data: { b: { d: 3, c: 2 }, a: 1 }, output: schema(['b', 'a']) };
    expect(await conversation.ask(again)).toEqual(first);
    const others: Parameters<typeof conversation.submit>[0][] = [
      { ...said, text: 'ho' },
      { ...said, data: { a: 1 } },
      { ...said, output: schema(['a']) },
      {
        turnId: 't',
        parts: [
          { type: 'text', text: 'hi' },
          { type: 'file', data: Buffer.from('x'), mediaType: 'text/plain' },
        ],
      },
    ];
    for (const other of others)
      await expect(conversation.submit(other)).rejects.toMatchObject({ type: 'Turn.Conflict' });
    await expect(conversation.edit('t', said)).rejects.toMatchObject({ type: 'Turn.Conflict' });
    system.model.reply(text('edited'));
    const edit = { text: 'ho', turnId: 'e' };
    await conversation.edit('t', edit);
    expect((await conversation.ask(edit)).text).toBe('edited');
    expect((await conversation.edit('t', edit)).turnId).toBe('e');
    await expect(conversation.edit('t', { ...edit, text: 'hu' })).rejects.toMatchObject({
      type: 'Turn.Conflict',
    });
    await expect(conversation.retry('t', { turnId: 't' })).rejects.toMatchObject({ type: 'Turn.Conflict' });
  });

  test('T5: with another text by Signal -> counted as refused, nothing stored', async () => {
    const conversation = conversationOf();
    system.model.reply(text('once'));
    await conversation.ask({ text: 'hi', turnId: 't' });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    await handle.signal('postTurn', { text: 'hi', turnId: 't' });
    await handle.signal('postTurn', { text: 'ho', turnId: 't' });
    await expect
      .poll(async () => (await conversation.status())?.refused)
      .toEqual({ count: 1, last: 'The turn id was used for another message' });
    expect((await conversation.history()).messages).toHaveLength(2);
  });

  test('T5: of a message that answered a question, with another text -> Turn.Conflict; with the same -> the turn that asked', async () => {
    const conversation = conversationOf('asking');
    system.model.reply(text('done'));
    const { turnId } = await conversation.submit('go');
    await expect.poll(() => system.client.executions.waiting()).toHaveLength(1);
    const yes = { text: 'yes', turnId: 'answer' };
    expect((await conversation.submit(yes)).turnId).toBe(turnId);
    expect((await conversation.submit(yes)).turnId).toBe(turnId);
    const other = { ...yes, text: 'transfer 900 to Eve' };
    await expect(conversation.submit(other)).rejects.toMatchObject({ type: 'Turn.Conflict' });
    expect((await conversation.ask({ text: 'go', turnId })).text).toBe('done');
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    await expect(conversation.submit(other)).rejects.toMatchObject({ type: 'Turn.Conflict' });
    expect((await conversation.submit(yes)).turnId).toBe(turnId);
  });
});
