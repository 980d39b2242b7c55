import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

async function talked() {
  const user = system.newUser();
  const conversation = system.client.conversation({ flow: 'assistant', user });
  system.model.reply(text('A durable execution system.'));
  await conversation.ask('What is Temporal?');
  return { user, conversation };
}

const typed = (type: string) => expect.objectContaining({ type });

describe('delete', () => {
  test('a conversation with a thread, beside another channel -> deleted completely, and the other one stays', async () => {
    const { user, conversation } = await talked();
    await conversation.openThread({ message: 2, id: 'aside' });
    const other = system.client.conversation({ flow: 'assistant', user, channel: 'other' });
    const rest = gated('It ', 'is.');
    system.model.reply(rest);
    const { turnId } = await other.submit('Is it?');
    await rest.started;
    expect(await conversation.delete()).toMatchObject({ threads: 2, messages: 2, executions: 1 });
    expect((await conversation.history()).messages).toEqual([]);
    rest.release();
    await expect
      .poll(async () => (await other.history()).messages[0]?.text, { timeout: 20_000 })
      .toBe('It is.');
    await expect
      .poll(async () => (await other.status())?.recent, { timeout: 20_000 })
      .toEqual([{ turnId, status: 'completed' }]);
    await expect(conversation.delete()).rejects.toEqual(typed('Client.NotFound'));
  });

  test('a conversation with a fork -> refused until the fork is deleted', async () => {
    const { conversation } = await talked();
    const { messages } = await conversation.history();
    const fork = await conversation.fork({ at: messages[0]!.turnId });
    await expect(conversation.delete()).rejects.toEqual(typed('Conversation.HasForks'));
    expect((await fork.history()).messages).toHaveLength(2);
    await fork.delete();
    expect(await conversation.delete()).toMatchObject({ messages: 2 });
  });

  test('a fork is stored while its source is deleted -> refused, nothing is deleted', async () => {
    const { conversation } = await talked();
    const { messages } = await conversation.history();
    const lock = await system.db.startTransaction().execute();
    await sql`select from conversation where workflow_id = ${conversation.workflowId} for share`.execute(
      lock,
    );
    const deleting = conversation.delete().catch((error: unknown) => error);
    const waiting = async () =>
      (await sql`select from pg_locks where not granted`.execute(system.db)).rows.length;
    await expect.poll(waiting).toBeGreaterThan(0);
    const fork = await conversation.fork({ at: messages[0]!.turnId });
    await lock.rollback().execute();
    expect(await deleting).toEqual(typed('Conversation.HasForks'));
    expect((await conversation.history()).messages).toHaveLength(2);
    await fork.delete();
    await conversation.delete();
  });
});

describe('mark', () => {
  test('pinned, archived, then used -> first in the list; out of it until the message', async () => {
    const { user, conversation } = await talked();
    const other = system.client.conversation({ flow: 'assistant', user, channel: 'other' });
    system.model.reply(text('Yes.'), text('No.'));
    await other.ask('Is it?');
    const channels = async (list?: 'active' | 'archived') =>
      (await system.client.conversations({ user, ...(list && { list }) })).conversations.map(
        ({ channel }) => channel,
      );
    expect(await channels()).toEqual(['other', '']);
    await conversation.mark({ isPinned: true });
    expect(await channels()).toEqual(['', 'other']);
    await conversation.mark({ isArchived: true });
    expect([await channels(), await channels('archived')]).toEqual([['other'], ['']]);
    await conversation.ask('And now?');
    expect(await channels()).toEqual(['', 'other']);
    await conversation.mark({});
    await conversation.mark({ isPinned: false });
    expect(
      (await system.client.conversations({ user })).conversations.map(({ isPinned }) => isPinned),
    ).toEqual([false, false]);
  });
});
