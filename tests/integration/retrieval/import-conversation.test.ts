import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readHistory } from '../../../store/conversation/read-history.js';
import { importConversation, type ForeignMessage } from '../../../store/conversation/import-conversation.js';
import { accept, begin, useDatabase } from '../store/fixtures/store-harness.js';
import { FLOW, HOUR_MS, importChat, search, START } from './fixtures.js';

const store = useDatabase();

describe('importConversation', () => {
  test('roles that do not alternate -> turns by the rule, the order stays, counts add up', async () => {
    const said: ForeignMessage[] = [
      { role: 'assistant', text: 'Hello there' },
      { role: 'user', text: 'One', name: 'Ada' },
      { role: 'user', text: 'Two', name: 'Bob' },
      { role: 'assistant', text: 'Three' },
      { role: 'assistant', text: 'Four' },
    ];
    const conversationId = await importChat(store.db, said);
    const messages = await store.db
      .selectFrom('conversation_message')
      .select(['seq', 'position', 'role', 'content', 'name', 'token_count', 'running_tokens', 'session'])
      .where('conversation_id', '=', conversationId)
      .orderBy('seq')
      .execute();
    expect(messages.map(({ content }) => content)).toEqual(said.map(({ text }) => text));
    expect(messages.map(({ seq, position, role }) => [seq, position, role])).toEqual([
      [1, 1, 'assistant'],
      [2, 2, 'user'],
      [3, 3, 'user'],
      [4, 3, 'assistant'],
      [5, 4, 'assistant'],
    ]);
    expect(messages.map(({ name }) => name)).toEqual([null, 'Ada', 'Bob', null, null]);
    expect(messages.map(({ running_tokens: tokens }) => tokens)).toEqual([3, 4, 5, 7, 8]);
    expect((await search(store.db, 'four', { conversationId })).hits).toEqual([5]);
  });

  test('a long chat -> Postgres has the right row estimates at once', async () => {
    await importChat(
      store.db,
      Array.from({ length: 1_000 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', text: 'Here' })),
    );
    const { rows } = await sql<{ known: number }>`
      select reltuples as known from pg_class where relname = 'conversation_message'`.execute(store.db);
    expect(rows[0]!.known).toBeGreaterThanOrEqual(1_000);
  });

  test('pauses of six hours and of more -> a new session after the longer', async () => {
    const at = [0, 6, 12.1, 12.2].map((hours) => new Date(START + hours * HOUR_MS));
    const conversationId = await importChat(
      store.db,
      at.map((time) => ({ role: 'user', text: 'Here', at: time })),
    );
    const { rows } = await search(store.db, 'nothing', { conversationId });
    expect(rows).toEqual([]);
    const sessions = await store.db
      .selectFrom('conversation_message')
      .select('session')
      .where('conversation_id', '=', conversationId)
      .orderBy('seq')
      .execute();
    expect(sessions.map(({ session }) => session)).toEqual([1, 1, 2, 2]);
  });

  test('an imported chat -> continues like any other, and is read as history', async () => {
    const user = `ada-${randomUUID()}`;
    const conversation = { user, id: `conversation/${FLOW}/${user}` };
    const input = {
      workflowId: conversation.id,
      flow: FLOW,
      user,
      messages: Array.from({ length: 1_200 }, (_, index) => ({
        role: 'user' as const,
        text: `Message ${index}`,
      })),
      countTokens: (text: string) => text.length,
    };
    expect(await importConversation(store.db, input)).toMatchObject({
      kind: 'imported',
      messages: 1_200,
      turns: 1_200,
    });
    expect(await importConversation(store.db, input)).toEqual({ kind: 'exists' });
    await accept(store.db, conversation, ['t1']);
    expect(await begin(store.db, conversation, 't1')).toMatchObject({ kind: 'begun' });
    const history = await readHistory(store.db, {
      conversationId: conversation.id,
      before: undefined,
      limit: 2,
    });
    expect(history.map(({ seq, text }) => [seq, text])).toEqual([
      [1_201, 'text of t1'],
      [1_200, 'Message 1199'],
    ]);
  });

  test('an unregistered flow -> refused with the known ones, stores nothing', async () => {
    const workflowId = `import-${randomUUID()}`;
    const input = { workflowId, flow: 'none', user: 'ada', messages: [], countTokens: () => 1 };
    expect(await importConversation(store.db, input)).toEqual({ kind: 'unknown-flow', known: [FLOW] });
  });
});
