import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { countExpiredConversations } from '../../../store/retention/expired.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { countRows } from './count-rows.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'chat', history: { summaries: false } }),
      agentFlow({ slug: 'kept', history: { summaries: false } }),
    ],
  });
});
afterAll(() => system?.stop());

describe('fork', () => {
  test('at a turn -> begins with everything up to there; neither sees later messages of the other', async () => {
    const source = await cities();
    const fork = await source.fork({ at: 'city', channel: 'north' });
    expect(await said(fork)).toEqual(['Hi.', 'Hello.', 'Name a city.', 'Rome.']);
    system.model.reply(text('Oslo.'), text('Very old.'));
    await fork.ask('A northern one.');
    const past = ['user: Hi.', 'assistant: Hello.', 'user: Name a city.', 'assistant: Rome.'];
    expect(spoken()).toEqual([...past, 'user: A northern one.']);
    await source.ask('And that one?');
    expect(spoken()).toEqual([
      ...past,
      'user: How old is it?',
      'assistant: 2,700 years.',
      'user: And that one?',
    ]);
    const [call] = await system.client.executions.explain(await executionOf(fork, 'Oslo.'));
    expect(JSON.stringify(call?.context)).toContain('Rome.');
    expect(await system.client.executions.explain(await executionOf(fork, 'Rome.'))).toHaveLength(1);
    const { conversations } = await system.client.forUser(userOf(fork)).conversations();
    expect(conversations.map(({ title }) => title)).toEqual(['Hi.', 'Hi.']);
  });

  test('the same fork again, and to a channel that is in use -> one fork, and a refusal', async () => {
    const source = await cities();
    const fork = await source.fork({ at: 'city', channel: 'north' });
    system.model.reply(text('Oslo.'));
    await fork.ask('A northern one.');
    expect(await said(await source.fork({ at: 'city', channel: 'north' }))).toHaveLength(6);
    for (const other of [
      { at: 'hi', channel: 'north' },
      { at: 'hi', channel: '' },
    ])
      expect(await source.fork(other).catch(typeOf)).toBe('Conversation.IdTaken');
    const ways = await Promise.all([1, 2, 3].map(() => source.fork({ at: 'hi', channel: 'at once' })));
    expect(new Set(ways.map(({ workflowId }) => workflowId)).size).toBe(1);
  });

  test('a turn that does not exist, runs, clears or is of a thread -> refused, nothing is stored', async () => {
    const source = await cities();
    expect(await source.fork({ at: 'none' }).catch(typeOf)).toBe('Client.NotFound');
    const thread = await source.openThread({ message: 1 });
    expect(await thread.fork({ at: 'hi' }).catch(typeOf)).toBe('Conversation.InvalidTurn');
    const { turnId: clear } = await source.clear();
    await expect(source.fork({ at: clear })).rejects.toThrow(
      `Turn '${clear}' is not a message: name the turn`,
    );
    const slow = gated('never', ' heard');
    system.model.reply(slow);
    await source.submit({ text: 'Think.', turnId: 'think' });
    await slow.started;
    await expect(source.fork({ at: 'think' })).rejects.toThrow("Turn 'think' has not ended");
    slow.release();
    const { conversations } = await system.client.forUser(userOf(source)).conversations();
    expect(conversations).toHaveLength(1);
  });

  test('retried in it -> its own messages branch; shared ones are refused, with the alternatives', async () => {
    const source = await cities();
    const fork = await source.fork({ at: 'city', channel: 'north' });
    const refused = [
      () => fork.regenerate('city'),
      () => fork.edit('city', 'Name a lake.'),
      () => fork.retry('hi'),
    ];
    for (const call of refused)
      await expect(call()).rejects.toThrow(
        `belongs to '${source.workflowId}', from which this conversation was forked`,
      );
    system.model.reply(text('Oslo.'), text('Bergen.'));
    const { turnId } = await fork.ask('A northern one.');
    const again = await fork.regenerate(turnId);
    for await (const _ of fork.stream(again.turnId));
    expect(await said(fork)).toEqual([
      'Hi.',
      'Hello.',
      'Name a city.',
      'Rome.',
      'A northern one.',
      'Bergen.',
    ]);
    await fork.switchTo(0);
    await expect.poll(() => said(fork)).toContain('Oslo.');
    expect(await fork.branches()).toMatchObject([
      { number: 0, beginsAfter: 4, messages: 6, firstWords: 'A northern one.' },
      { number: 1, beginsAfter: 4, messages: 6 },
    ]);
    const deeper = await fork.fork({ at: again.turnId, channel: 'deeper' });
    expect((await said(deeper)).at(-1)).toBe('Bergen.');
  });

  test('a thread on a shared message of another branch -> quotes that message', async () => {
    const source = await cities();
    system.model.reply(text('Paris.'));
    const { turnId } = await source.regenerate('city');
    for await (const _ of source.stream(turnId));
    const fork = await source.fork({ at: turnId, channel: 'west' });
    const thread = await fork.openThread({ message: 4 });
    system.model.reply(text('In France.'));
    await thread.ask('Where is that?');
    expect(JSON.stringify(system.model.requests.at(-1)?.messages)).toContain('Paris.');
    expect(await fork.threads()).toMatchObject({ children: [{ anchor: { text: 'Paris.' } }] });
  });

  test('a long chat -> as many rows as for a short one; the fork outlives its source', async () => {
    const source = system.client.conversation({ flow: 'kept', user: system.newUser() });
    system.model.reply(...Array.from({ length: 12 }, (_, index) => text(`Answer ${index}.`)));
    for (let index = 0; index < 12; index += 1)
      await source.ask({ text: `Say ${index}.`, turnId: `t${index}` });
    await source.close();
    await expect.poll(() => due()).toBe(1);
    const before = await rows();
    await source.fork({ at: 't0', channel: 'short' });
    const short = await rows();
    await source.fork({ at: 't11', channel: 'long' });
    expect((await rows()) - short).toBe(short - before);
    expect(short - before).toBe(2);
    expect(await due()).toBe(2);
  });
});

async function due(): Promise<number> {
  return countExpiredConversations(system.db, { flow: 'kept', days: 0 });
}

function rows(): Promise<number> {
  return countRows(system.db, [
    'conversation',
    'branch',
    'turn',
    'conversation_message',
    'passage',
    'summary',
    'execution',
  ]);
}

async function cities(): Promise<ConversationHandle> {
  const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
  system.model.reply(text('Hello.'), text('Rome.'), text('2,700 years.'));
  await conversation.ask({ text: 'Hi.', turnId: 'hi' });
  await conversation.ask({ text: 'Name a city.', turnId: 'city' });
  await conversation.ask('How old is it?');
  return conversation;
}

function spoken(): string[] {
  return spokenIn(system.model.requests.at(-1) ?? { messages: [] });
}

async function said(conversation: ConversationHandle): Promise<string[]> {
  const { messages } = await conversation.history();
  return messages.map((message) => message.text).reverse();
}

async function executionOf(conversation: ConversationHandle, answer: string): Promise<string> {
  const { messages } = await conversation.history();
  return messages.find((message) => message.text === answer)?.executionId ?? '';
}

function userOf({ workflowId }: ConversationHandle): string {
  return decodeURIComponent(workflowId.split('/')[2] ?? '');
}

function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : error;
}
