import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

async function talked() {
  const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
  system.model.reply(text('An answer.'), text('An aside.'));
  await conversation.ask('A question');
  const thread = await conversation.openThread({ message: 2, id: 'aside' });
  await thread.ask('Why?');
  return { conversation, thread };
}

const listSlugs = () => system.db.selectFrom('flow').select('slug').orderBy('slug').execute();

function lastRequest(): { system: string; user: string } {
  const body = system.model.requests.at(-1)?.body as {
    messages: { role: string; content: string | { text: string }[] }[];
  };
  const textOf = (role: string): string => {
    const content = body.messages.findLast((message) => message.role === role)?.content ?? '';
    return typeof content === 'string' ? content : content.map((part) => part.text).join('');
  };
  return { system: textOf('system'), user: textOf('user') };
}

describe('flatten', () => {
  test('a thread on the second of four -> right after it, positions 0 to 5; nothing is moved', async () => {
    const { conversation, thread } = await talked();
    system.model.reply(text('Another answer.'));
    await conversation.ask('Another question');
    const flat = await conversation.flatten();
    expect(
      flat.map(({ position, threadId, depth, seq, text: said }) => [position, threadId, depth, seq, said]),
    ).toEqual([
      [0, null, 0, 1, 'A question'],
      [1, null, 0, 2, 'An answer.'],
      [2, 'aside', 1, 1, 'Why?'],
      [3, 'aside', 1, 2, 'An aside.'],
      [4, null, 0, 3, 'Another question'],
      [5, null, 0, 4, 'Another answer.'],
    ]);
    expect(await conversation.flatten()).toEqual(flat);
    expect((await thread.flatten()).map(({ position, text: said }) => [position, said])).toEqual([
      [0, 'Why?'],
      [1, 'An aside.'],
    ]);
    expect((await conversation.history()).messages.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
  });
});

describe('merge', () => {
  test('D77: transcript -> all messages, no model call', async () => {
    const { conversation } = await talked();
    const calls = system.model.requests.length;
    expect(await conversation.merge({ format: 'transcript' })).toEqual({
      format: 'transcript',
      text: 'User: A question\nAI: An answer.\n[Thread "Why?"]\nUser: Why?\nAI: An aside.',
      executionId: null,
      messages: 4,
      threads: 1,
      summarized: 0,
      leftOut: 0,
    });
    expect(system.model.requests).toHaveLength(calls);
  });

  test('D77: an unknown format -> free, by an execution that is counted and explained; the same id once', async () => {
    const { conversation } = await talked();
    system.model.reply(text('All in one.'));
    const id = randomUUID();
    const merged = await conversation.merge({ format: 'haiku', id });
    expect(merged).toMatchObject({ format: 'free', text: 'All in one.', messages: 4, threads: 1 });
    const { system: told, user: asked } = lastRequest();
    expect(told).toContain('You merge a conversation and its side threads');
    expect(asked).toContain('[Thread "Why?"]\nUser: Why?\nAI: An aside.\n</transcript>');
    expect(asked).toContain('one coherent text');
    const executionId = merged.executionId!;
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'completed',
      modelCalls: 1,
    });
    const [call] = await system.client.executions.explain(executionId);
    expect(call).toMatchObject({ model: SCRIPTED_MODEL });
    expect(await conversation.merge({ format: 'free', id })).toMatchObject({
      executionId,
      text: 'All in one.',
    });
    expect((await conversation.threads()).messages).toBe(2);
  });

  test("a user's merge with a model that no flow names -> refused, registers nothing", async () => {
    const user = system.newUser();
    const own = system.client.forUser(user).conversation({ flow: 'assistant', user });
    system.model.reply(text('An answer.'), text('Merged.'), text('Merged.'));
    await own.ask('A question');
    const before = await listSlugs();
    await expect(own.merge({ model: 'openai:nonsense' })).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: expect.stringContaining("'openai:nonsense'") as string,
    });
    expect(await listSlugs()).toEqual(before);
    expect(await own.merge({ model: SCRIPTED_MODEL })).toMatchObject({ text: 'Merged.' });
    expect(await own.merge()).toMatchObject({ text: 'Merged.' });
    expect((await system.client.flows()).map(({ slug }) => slug)).toEqual(['assistant']);
  });

  test('custom with an instruction, of a thread alone -> applies the instruction to the thread', async () => {
    const { thread } = await talked();
    system.model.reply(text('A poem.'));
    const merged = await thread.merge({ format: 'custom', instruction: 'Write a poem.' });
    expect(merged).toMatchObject({ format: 'custom', text: 'A poem.', messages: 2, threads: 0 });
    const { user: asked } = lastRequest();
    expect(asked).toContain('Merge the transcript above as its user asks:\nWrite a poem.');
    expect(asked).not.toContain('A question');
  });

  test('a transcript of 100 KB -> by reference: the history has none of it, the model all', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const words = Array.from({ length: 9_000 }, (_, index) => `word${index}`).join(' ');
    system.model.reply(text('Long.'), text('Merged.'));
    await conversation.ask(words);
    const { executionId, text: merged } = await conversation.merge();
    expect(merged).toBe('Merged.');
    const { user: asked } = lastRequest();
    expect(asked).toContain(words);
    const history = await system.temporal.workflow.getHandle(executionId!).fetchHistory();
    const bytes = JSON.stringify(history.events?.[0]).length;
    expect(bytes).toBeLessThan(5_000);
    const stored = await system.db.selectFrom('stored_text').select('id').execute();
    expect(stored).toEqual([]);
  });

  test("an unknown text reference, or another user's -> the execution fails, typed", async () => {
    const handle = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: `execution/assistant/${randomUUID()}`,
      args: [{ flow: 'assistant', textRef: randomUUID() }],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'Execution.MissingText' } });
  });

  test('no messages yet -> not found', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    await expect(conversation.merge()).rejects.toMatchObject({ type: 'Client.NotFound' });
    await expect(conversation.flatten()).rejects.toMatchObject({ type: 'Client.NotFound' });
  });
});

describe('rename', () => {
  test('a thread and its conversation -> shown in the tree; without a title, the beginning of the first message', async () => {
    const { conversation, thread } = await talked();
    await conversation.openThread({ message: 1, start: 2, end: 10, id: 'empty' });
    expect(await conversation.threads()).toMatchObject({
      title: 'A question',
      isTitled: false,
      children: [
        { threadId: 'empty', title: 'question', messages: 0 },
        { threadId: 'aside', title: 'Why?', messages: 2 },
      ],
    });
    expect(await thread.rename('  The\n reasons ')).toBe('The reasons');
    expect(await conversation.rename('x'.repeat(300))).toBe('x'.repeat(200));
    await expect(thread.rename(' \n')).rejects.toMatchObject({ type: 'Client.InvalidTitle' });
    expect(await conversation.threads()).toMatchObject({
      title: 'x'.repeat(200),
      isTitled: true,
      children: [{ threadId: 'empty' }, { title: 'The reasons', isTitled: true }],
    });
  });
});
