import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { settleStanding } from '../../../context/standing/settle-standing.js';
import { clearConversation } from '../../../store/conversation/conversations.js';
import { findConversationId } from '../../../store/conversation/find-conversation.js';
import { loadStanding } from '../../../store/standing/load-standing.js';
import { deleteThreads } from '../../../store/threads/delete-threads.js';
import { insertThread } from '../../../store/threads/insert-thread.js';
import { forgetUser } from '../../../store/users/forget-user.js';
import {
  accept,
  begin,
  FLOW,
  newConversation,
  useDatabase,
  type TestConversation,
} from './fixtures/store-harness.js';

const store = useDatabase();

const METRIC = 'Always answer in metric units.';
const NINE = 'Never call me before nine.';

describe('standing requests', () => {
  test('stated in turns -> stored with their places, once; queued and cleared messages and questions have none', async () => {
    const conversation = newConversation();
    await say(conversation, 'How tall is it?');
    await say(conversation, `By the way. ${NINE}`);
    await accept(store.db, conversation, [{ turnId: 'waits', kind: 'message', text: METRIC }]);
    await accept(store.db, conversation, [{ turnId: 'waits', kind: 'message', text: METRIC }]);
    expect(await load(conversation)).toMatchObject([
      { kind: 'instruction', text: NINE, depth: 0, seq: 2, start: 12, end: 12 + NINE.length },
    ]);
    await place(conversation, 'waits');
    expect((await load(conversation)).map(({ text, seq }) => [text, seq])).toEqual([
      [NINE, 2],
      [METRIC, 3],
    ]);
    await accept(store.db, conversation, [{ turnId: 'clear', kind: 'clear' }]);
    await clearConversation(store.db, { workflowId: conversation.id, turnId: 'clear' });
    expect(await load(conversation)).toEqual([]);
  });

  test('a thread -> requests above it up to its anchor; deleting it deletes its own', async () => {
    const conversation = newConversation();
    await say(conversation, METRIC);
    await say(conversation, 'Look at this.');
    const thread = await open(conversation, 2);
    await say(conversation, NINE);
    await say(thread, 'I prefer trains.', { thread: thread.thread });
    const below = await load(thread);
    expect(below.map(({ text, depth, seq }) => [text, depth, seq])).toEqual([
      [METRIC, 0, 1],
      ['I prefer trains.', 1, 1],
    ]);
    expect((await load(conversation)).map(({ text }) => text)).toEqual([METRIC, NINE]);
    const id = await rowOf(thread);
    await deleteThreads(store.db, thread.id);
    expect(await countRows(id)).toBe(0);
    await forgetUser(store.db, conversation.user, { actor: 'test', via: 'client' });
    expect(await countRows()).toBe(0);

    async function countRows(of?: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from standing_statement left join conversation on id = conversation_id
        where ${of === undefined ? sql`id is null or user_id = ${conversation.user}` : sql`conversation_id = ${of}`}`.execute(
        store.db,
      );
      return rows[0]!.count;
    }
  });

  test('one that a later message replaces -> settled by their order in the thread', async () => {
    const conversation = newConversation();
    await say(conversation, METRIC);
    await say(conversation, 'From now on, use imperial units.');
    const settled = settleStanding(await load(conversation));
    expect(settled.map(({ statement, outcome }) => [statement.seq, outcome.kind])).toEqual([
      [1, 'replaced'],
      [2, 'stands'],
    ]);
  });
});

async function say(conversation: TestConversation, text: string, more = {}): Promise<void> {
  const turnId = randomUUID();
  await accept(store.db, conversation, [{ turnId, kind: 'message', text }], more);
  await place(conversation, turnId);
}

async function place(conversation: TestConversation, turnId: string): Promise<void> {
  await begin(store.db, conversation, turnId);
  await store.db
    .updateTable('conversation')
    .set({ active_execution_id: null })
    .where('workflow_id', '=', conversation.id)
    .execute();
}

async function open(
  parent: TestConversation,
  message: number,
): Promise<TestConversation & { thread: string }> {
  const thread = randomUUID().slice(0, 8);
  const id = `${parent.id}/thread/${thread}`;
  const anchor = { message, parentId: parent.id };
  await insertThread(store.db, {
    workflowId: id,
    flow: FLOW,
    user: parent.user,
    channel: '',
    thread,
    anchor,
  });
  return { id, thread, user: parent.user };
}

async function load(conversation: TestConversation) {
  return loadStanding(store.db, { conversationId: await rowOf(conversation) });
}

async function rowOf({ id }: TestConversation): Promise<number> {
  return (await findConversationId(store.db, id))!;
}
