import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { MAX_THREAD_DEPTH } from '../../../protocol/thread-anchor.js';
import { findConversationId } from '../../../store/conversation/find-conversation.js';
import { deleteThreads } from '../../../store/threads/delete-threads.js';
import { loadAncestry, loadLevelMessages } from '../../../store/threads/load-ancestry.js';
import { insertThread } from '../../../store/threads/insert-thread.js';
import type { SummaryWay } from '../../../views/summary.js';
import { setTitle } from '../../../store/threads/set-title.js';
import {
  accept,
  begin,
  FLOW,
  newConversation,
  useDatabase,
  type TestConversation,
} from '../store/fixtures/store-harness.js';

const database = useDatabase();

async function talked(text = 'first words'): Promise<TestConversation & { row: number }> {
  const conversation = newConversation();
  await say(conversation, text);
  return { ...conversation, row: await rowOf(conversation.id) };
}

async function say(conversation: TestConversation, text: string, more = {}): Promise<void> {
  const turnId = randomUUID();
  await accept(database.db, conversation, [{ turnId, kind: 'message', text }], more);
  await begin(database.db, conversation, turnId);
  await database.db
    .updateTable('conversation')
    .set({ active_execution_id: null })
    .where('workflow_id', '=', conversation.id)
    .execute();
}

async function open(parent: TestConversation, anchor: { message: number; start?: number; end?: number }) {
  const thread = randomUUID().slice(0, 8);
  const root = parent.id.split('/thread/')[0]!;
  const id = `${root}/thread/${thread}`;
  const opened = await insertThread(database.db, {
    workflowId: id,
    flow: FLOW,
    user: parent.user,
    channel: '',
    thread,
    anchor: { ...anchor, parentId: parent.id },
  });
  return { opened, user: parent.user, id, thread };
}

async function rowOf(workflowId: string): Promise<number> {
  return (await findConversationId(database.db, workflowId))!;
}

async function summarize(
  conversationId: number,
  content: string,
  { coversThrough = 1, way = 'summarize' }: { coversThrough?: number; way?: SummaryWay } = {},
): Promise<void> {
  const { ordinal } = await database.db
    .insertInto('summary')
    .values({
      conversation_id: conversationId,
      ordinal: sql<number>`(select count(*) + 1 from summary where conversation_id = ${conversationId})`,
      position: 1,
      way,
      status: 'adopted',
      covers_from: 1,
      covers_through: coversThrough,
      content,
      token_count: 3,
      budget: 800,
      model: 'test:model',
    })
    .returning('ordinal')
    .executeTakeFirstOrThrow();
  await database.db
    .updateTable('conversation')
    .set({ summary_ordinal: ordinal, covers_through: coversThrough })
    .where('id', '=', conversationId)
    .execute();
}

describe('loadAncestry', () => {
  test('a conversation that is not a thread -> no parents', async () => {
    const { row } = await talked();
    expect(await loadAncestry(database.db, row)).toEqual([]);
  });

  test('D26: two levels down -> summaries of both parents, root first, anchors in full, nothing of a sibling', async () => {
    const root = await talked('the whole question 😀 of the root');
    await summarize(root.row, 'summary of the root');
    const one = await open(root, { message: 1, start: 4, end: 20 });
    await say(one, 'said in one', { thread: one.thread });
    await summarize(await rowOf(one.id), 'summary of one');
    const sibling = await open(root, { message: 1 });
    await say(sibling, 'sibling words', { thread: sibling.thread });
    await summarize(await rowOf(sibling.id), 'summary of the sibling');
    const two = await open(one, { message: 1 });
    await say(two, 'said in two', { thread: two.thread });
    await summarize(await rowOf(two.id), 'its own summary');
    expect(await loadAncestry(database.db, await rowOf(two.id))).toMatchObject([
      {
        conversationId: root.row,
        depth: 0,
        summary: { ordinal: 1, content: 'summary of the root', coversThrough: 1 },
        anchor: { seq: 1, role: 'user', text: 'whole question 😀', isWhole: false },
      },
      {
        conversationId: await rowOf(one.id),
        depth: 1,
        summary: { ordinal: 1, content: 'summary of one', coversThrough: 1 },
        anchor: { seq: 1, role: 'user', text: 'said in one', isWhole: true },
      },
    ]);
  });

  test('D28: a parent whose row is deleted -> the chain ends below it', async () => {
    const root = await talked();
    const one = await open(root, { message: 1 });
    await say(one, 'in one', { thread: one.thread });
    const two = await open(one, { message: 1 });
    const [twoRow, oneRow] = [await rowOf(two.id), await rowOf(one.id)];
    await database.db.deleteFrom('conversation').where('id', '=', root.row).execute();
    expect(await loadAncestry(database.db, twoRow)).toMatchObject([
      { conversationId: oneRow, summary: null, anchor: { text: 'in one' } },
    ]);
    await database.db.deleteFrom('conversation').where('id', '=', oneRow).execute();
    expect(await loadAncestry(database.db, twoRow)).toEqual([]);
  });

  test('a parent without a summary -> no summary, the anchor stays', async () => {
    const root = await talked();
    const one = await open(root, { message: 1 });
    expect(await loadAncestry(database.db, await rowOf(one.id))).toMatchObject([
      { summary: null, anchor: { text: 'first words' } },
    ]);
  });

  test('summaries of before and after the anchor -> the newest that ends before it', async () => {
    const root = await talked('message 1');
    for (let seq = 2; seq <= 6; seq += 1) await say(root, `message ${seq}`);
    for (const [coversThrough, way] of [
      [1, 'summarize'],
      [3, 'merge'],
      [4, 'inline'],
      [6, 'merge'],
    ] as const)
      await summarize(root.row, `up to ${coversThrough}`, { coversThrough, way });
    const one = await open(root, { message: 4 });
    const two = await open(root, { message: 5 });
    const of = async (id: string) => (await loadAncestry(database.db, await rowOf(id)))[0]?.summary;
    expect(await of(one.id)).toMatchObject({ content: 'up to 3', ordinal: 2 });
    expect(await of(two.id)).toMatchObject({ content: 'up to 4', ordinal: 3 });
    await database.db
      .updateTable('conversation')
      .set({ cleared_through: 2 })
      .where('id', '=', root.row)
      .execute();
    expect(await of(one.id)).toBeNull();
  });
});

describe('loadLevelMessages', () => {
  test('a long chat -> only the newest that the tokens allow and one more, up to the anchor, of any length', async () => {
    const root = await talked('message 01');
    for (let seq = 2; seq <= 12; seq += 1) await say(root, `message ${String(seq).padStart(2, '0')}`);
    const one = await open(root, { message: 10 });
    const [ancestor] = await loadAncestry(database.db, await rowOf(one.id));
    const [level] = await loadLevelMessages(database.db, [{ ancestor: ancestor!, tokens: 25 }]);
    expect(level!.messages.map(({ seq, text }) => `${seq} ${text}`)).toEqual([
      '7 message 07',
      '8 message 08',
      '9 message 09',
    ]);
  });
});

describe('insertThread', () => {
  test('at the deepest level -> opened; deeper -> refused with the limit', async () => {
    let parent: TestConversation = await talked();
    for (let depth = 1; depth <= MAX_THREAD_DEPTH; depth += 1) {
      const next = await open(parent, { message: 1 });
      expect(next.opened).toEqual({ kind: 'opened' });
      await say(next, `level ${depth}`, { thread: next.thread });
      parent = next;
    }
    expect(await loadAncestry(database.db, await rowOf(parent.id))).toHaveLength(MAX_THREAD_DEPTH);
    expect((await open(parent, { message: 1 })).opened).toMatchObject({
      type: 'Conversation.InvalidAnchor',
      message: expect.stringContaining('nested 20 levels deep'),
    });
  });

  test("T28: another user's message -> not found", async () => {
    const hers = await talked();
    const eve = newConversation();
    const opened = await insertThread(database.db, {
      workflowId: `${eve.id}/thread/x`,
      flow: FLOW,
      user: eve.user,
      channel: '',
      thread: 'x',
      anchor: { message: 1, parentId: hers.id },
    });
    expect(opened).toMatchObject({ kind: 'no-thread', type: 'Conversation.UnknownThread' });
  });

  test('the same at the same moment -> one thread', async () => {
    const root = await talked();
    const input = {
      workflowId: `${root.id}/thread/x`,
      flow: FLOW,
      user: root.user,
      channel: '',
      thread: 'x',
      anchor: { message: 1, parentId: root.id },
    };
    const opened = await Promise.all(Array.from({ length: 8 }, () => insertThread(database.db, input)));
    expect(opened).toEqual(opened.map(() => ({ kind: 'opened' })));
    const rows = await database.db
      .selectFrom('conversation')
      .select('id')
      .where('workflow_id', '=', input.workflowId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('while its anchor is deleted -> either one is first, and nothing is orphaned', async () => {
    for (let round = 0; round < 10; round += 1) {
      const root = await talked();
      const one = await open(root, { message: 1 });
      await say(one, 'in one', { thread: one.thread });
      const [two] = await Promise.all([open(one, { message: 1 }), deleteThreads(database.db, one.id)]);
      expect(['opened', 'no-thread']).toContain(two.opened.kind);
      const left = await database.db
        .selectFrom('conversation')
        .select('workflow_id')
        .where('user_id', '=', root.user)
        .execute();
      expect(left).toEqual([{ workflow_id: root.id }]);
    }
  });
});

describe('conversation', () => {
  test('a circle of threads -> refused by the schema, for any writer', async () => {
    const root = await talked();
    const one = await open(root, { message: 1 });
    await say(one, 'in one', { thread: one.thread });
    const two = await open(one, { message: 1 });
    const [oneRow, twoRow] = [await rowOf(one.id), await rowOf(two.id)];
    for (const parent of [oneRow, twoRow])
      await expect(
        database.db.updateTable('conversation').set({ parent_id: parent }).where('id', '=', oneRow).execute(),
      ).rejects.toMatchObject({ constraint: 'conversation_parent_id_check' });
    await expect(
      sql`update conversation set parent_id = ${oneRow}, depth = 1, thread_id = 'x', anchor_seq = 1 where id = ${root.row}`.execute(
        database.db,
      ),
    ).rejects.toMatchObject({ constraint: 'conversation_parent_id_check' });
  });

  test('a thread without an anchor, an anchor without a thread, an empty range -> refused by the schema', async () => {
    const root = await talked();
    const one = await open(root, { message: 1 });
    for (const [values, constraint] of [
      [{ anchor_seq: null }, 'conversation_thread_id_check'],
      [{ thread_id: null }, 'conversation_thread_id_check'],
      [{ depth: 0 }, 'conversation_thread_id_check'],
      [{ anchor_start: 3, anchor_end: 3 }, 'conversation_anchor_start_check'],
      [{ anchor_start: 3 }, 'conversation_anchor_start_check'],
    ] as const)
      await expect(
        database.db.updateTable('conversation').set(values).where('workflow_id', '=', one.id).execute(),
      ).rejects.toMatchObject({ constraint });
  });
});

describe('setTitle', () => {
  test('first words, then generated, generated again, edited -> a generated title stays until its user edits it', async () => {
    const { row: conversationId, ...conversation } = await talked();
    const titleOf = async () =>
      (
        await database.db
          .selectFrom('conversation')
          .select('title')
          .where('id', '=', conversationId)
          .executeTakeFirstOrThrow()
      ).title;
    await accept(database.db, conversation, [{ turnId: 'later', kind: 'message', text: 'other words' }]);
    expect(await titleOf()).toBe('first words');
    expect(await setTitle(database.db, { conversationId, title: ' \u0000\n' })).toBe(false);
    expect(await setTitle(database.db, { conversationId, title: 'made\u0000 \ud83d once' })).toBe(true);
    expect(await titleOf()).toBe('made \ufffd once');
    expect(await setTitle(database.db, { conversationId, title: 'made again' })).toBe(false);
    expect(await setTitle(database.db, { conversationId, title: 'given', byUser: true })).toBe(true);
    expect(await setTitle(database.db, { conversationId, title: 'made later' })).toBe(false);
    expect(await titleOf()).toBe('given');
  });
});
