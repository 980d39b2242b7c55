import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { countUserRows, forgetUser, listForksOfOthers } from '../../../store/users/forget-user.js';
import { png } from '../fixtures/pictures.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { countRows } from './count-rows.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', history: { summaries: false } })],
  });
});
afterAll(() => system?.stop());

const NOT_FOUND = { type: 'Client.NotFound' };

describe('fork to another user', () => {
  test('by a client without a user -> begins with everything up to there, and belongs to the other user from then on', async () => {
    const { ada, source } = await cities();
    const eve = system.newUser('eve');
    const before = await rows();
    const fork = await source.fork({ at: 'city', user: eve, channel: '' });
    expect((await rows()) - before).toBe(2);
    expect(fork.workflowId).toBe(`conversation/chat/${eve}`);
    system.model.reply(text('Oslo.'), text('Very old.'));
    await fork.ask('A northern one.');
    const past = ['user: Hi.', 'assistant: Hello.', 'user: Name a city.', 'assistant: Rome.'];
    expect(spoken()).toEqual([...past, 'user: A northern one.']);
    await source.ask('And that one?');
    expect(spoken().slice(-2)).toEqual(['assistant: 2,700 years.', 'user: And that one?']);
    const { executions } = system.client;
    expect([await executions.list({ user: eve }), await executions.list({ user: ada })]).toMatchObject([
      [{}],
      [{}, {}, {}, {}],
    ]);
  });

  test('the fork -> shows its user the messages, but not how they were made', async () => {
    const { ada, source } = await cities();
    const eve = system.newUser('eve');
    const fork = await source.fork({ at: 'city', user: eve, channel: 'given' });
    const hers = system.client.forUser(eve).conversation({ flow: 'chat', user: eve, channel: 'given' });
    const { messages } = await hers.history();
    expect(messages.map((message) => [message.text, message.executionId])).toEqual(
      ['Rome.', 'Name a city.', 'Hello.', 'Hi.'].map((said) => [said, null]),
    );
    expect((await hers.flatten()).map(({ executionId }) => executionId)).toEqual([null, null, null, null]);
    const { messages: own } = await source.history();
    const executionId = own.at(-1)?.executionId ?? '';
    await expect(system.client.forUser(eve).executions.explain(executionId)).rejects.toMatchObject(NOT_FOUND);
    await expect(hers.stream('city').next()).rejects.toMatchObject(NOT_FOUND);
    const refused = await hers.regenerate('city').catch((error: unknown) => error);
    expect(refused).toMatchObject({ type: 'Conversation.InvalidTurn' });
    expect(String(refused)).toContain('belongs to another user');
    expect(String(refused)).not.toContain(ada);
    const again = await fork.fork({ at: 'none', channel: 'x' }).catch((error: unknown) => error);
    expect(again).toMatchObject(NOT_FOUND);
  });

  test('by a client of one user -> only for that user, otherwise nothing is stored', async () => {
    const { ada, source } = await cities();
    const eve = system.newUser('eve');
    const hers = system.client.forUser(ada).conversation({ flow: 'chat', user: ada });
    await expect(hers.fork({ at: 'city', user: eve })).rejects.toMatchObject({
      ...NOT_FOUND,
      message: expect.stringContaining(`for the client of '${ada}'`),
    });
    expect((await system.client.conversations({ user: eve })).conversations).toEqual([]);
    const own = await hers.fork({ at: 'city', user: ada, channel: 'own' });
    expect(own.workflowId).toBe(`${source.workflowId}/own`);
  });

  test('files of its past -> sent, and readable by its user; later ones and those of others are not', async () => {
    const [ada, eve] = [system.newUser('ada'), system.newUser('eve')];
    const [seen, later] = [png(9, 9, 'seen'), png(9, 9, 'later')];
    const source = system.client.conversation({ flow: 'chat', user: ada });
    system.model.reply(text('A cat.'), text('A dog.'), text('The same cat.'));
    await source.ask({ parts: [{ type: 'image', image: seen }], turnId: 'seen' });
    await source.ask({ parts: [{ type: 'image', image: later }], turnId: 'later' });
    const fork = await source.fork({ at: 'seen', user: eve });
    await fork.ask('Which animal is it?');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain(
      Buffer.from(seen).toString('base64'),
    );
    const refs = await Promise.all(
      [seen, later].map(async (file) => (await system.client.upload(file, { user: ada })).ref),
    );
    const hers = system.client.forUser(eve);
    expect(Buffer.from((await hers.download(refs[0]!)).content).equals(seen)).toBe(true);
    await expect(hers.download(refs[1]!)).rejects.toMatchObject(NOT_FOUND);
    const stranger = system.client.forUser(system.newUser());
    await expect(stranger.download(refs[0]!)).rejects.toMatchObject(NOT_FOUND);
  });

  test('the first user is forgotten -> its forks are deleted with their beginning; in the other direction nothing is deleted', async () => {
    const { ada, source } = await cities();
    const [eve, max] = [system.newUser('eve'), system.newUser('max')];
    const fork = await source.fork({ at: 'city', user: eve, channel: 'given' });
    system.model.reply(text('Oslo.'), text('In Norway.'), text('Bergen.'));
    const { turnId } = await fork.ask('A northern one.');
    const thread = await fork.openThread({ message: 6 });
    await thread.ask('Where is that?');
    const further = await fork.fork({ at: turnId, user: max, channel: '' });
    const by = { actor: 'test', via: 'client' } as const;
    await system.client.conversation({ flow: 'chat', user: eve }).ask('Of my own.');
    expect((await listForksOfOthers(system.db, ada)).map(({ workflowId }) => workflowId)).toEqual(
      [fork, thread, further].map(({ workflowId }) => workflowId).toSorted(),
    );
    expect(await listForksOfOthers(system.db, max)).toEqual([]);
    expect((await forgetUser(system.db, ada, by)).conversation).toBe(4);
    const left = await countUserRows(system.db, eve);
    expect(left).toMatchObject({ conversation: 1, turn: 1, execution: 1, conversation_message: 2 });
    expect((await countUserRows(system.db, max)).conversation).toBe(0);
    expect((await countUserRows(system.db, ada)).conversation_message).toBe(0);
  });
});

describe('the Update `fork`', () => {
  test('by any Temporal client, twice under one id -> one fork, and its Workflow ID', async () => {
    const { ada, source } = await cities();
    const send = (input: unknown, updateId: string = randomUUID()) =>
      system.temporal.workflow
        .getHandle(source.workflowId)
        .executeUpdate<object, [unknown]>('fork', { args: [input], updateId });
    const told = { conversationId: `${source.workflowId}/fork-one`, channel: 'fork-one' };
    expect(await send({ at: 'city' }, 'one')).toEqual(told);
    expect(await send({ at: 'city' }, 'one')).toEqual(told);
    const fork = system.client.conversation({ flow: 'chat', user: ada, channel: 'fork-one' });
    system.model.reply(text('Oslo.'));
    await fork.ask('A northern one.');
    expect(await said(fork)).toEqual(['Hi.', 'Hello.', 'Name a city.', 'Rome.', 'A northern one.', 'Oslo.']);
    const eve = system.newUser('eve');
    expect(await send({ at: 'city', user: eve, channel: 'given' })).toEqual({
      conversationId: `conversation/chat/${eve}/given`,
      channel: 'given',
    });
    for (const [input, type] of [
      [undefined, 'Conversation.InvalidTurn'],
      [{}, 'Conversation.InvalidTurn'],
      [{ at: 'none' }, 'Conversation.InvalidTurn'],
      [{ at: 'city', user: '' }, 'Conversation.InvalidTurn'],
      [{ at: 'city', channel: 'turn' }, 'Conversation.InvalidTurn'],
      [{ at: 'hi', channel: 'fork-one' }, 'Conversation.IdTaken'],
    ] as const)
      expect(await send(input).catch(failureType), JSON.stringify(input)).toBe(type);
  });
});

function failureType(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error && 'type' in error.cause
    ? error.cause.type
    : error;
}

async function cities(): Promise<{ ada: string; source: ConversationHandle }> {
  const ada = system.newUser('ada');
  const source = system.client.conversation({ flow: 'chat', user: ada });
  system.model.reply(text('Hello.'), text('Rome.'), text('2,700 years.'));
  await source.ask({ text: 'Hi.', turnId: 'hi' });
  await source.ask({ text: 'Name a city.', turnId: 'city' });
  await source.ask('How old is it?');
  return { ada, source };
}

function spoken(): string[] {
  return spokenIn(system.model.requests.at(-1) ?? { messages: [] });
}

async function said(conversation: ConversationHandle): Promise<string[]> {
  const { messages } = await conversation.history();
  return messages.map((message) => message.text).reverse();
}

function rows(): Promise<number> {
  return countRows(system.db, [
    'conversation',
    'branch',
    'turn',
    'conversation_message',
    'passage',
    'summary',
    'attachment',
  ]);
}
