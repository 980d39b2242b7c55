import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { removeConversation } from '../../../store/retention/remove-expired.js';
import {
  accept,
  changeBeforeWrite,
  newConversation,
  rowsOf,
  useDatabase,
  type TestConversation,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('removeConversation', () => {
  test('unused for longer than the rule, with a thread -> both are removed', async () => {
    const { root, thread } = await withOldThread();
    expect(await remove(root)).toBe(true);
    expect(await countConversations([root, thread])).toBe(0);
  });

  test('a chat of 2,500 turns -> no statement deletes more than 1,000 turns or executions', async () => {
    const { root } = await withOldThread();
    await sql`insert into turn (conversation_id, turn_id, position, kind, status)
      select id, 'more ' || n, n, 'message', 'completed'
      from conversation cross join generate_series(100, 2599) n where workflow_id = ${root.id}`.execute(
      store.db,
    );
    await sql`insert into execution (workflow_id, conversation_id, position, flow_slug, flow_version, status, finished_at)
      select workflow_id || '/turn/' || n, id, n, 'assistant', 1, 'completed', now()
      from conversation cross join generate_series(100, 2599) n where workflow_id = ${root.id}`.execute(
      store.db,
    );
    await sql`create table deletion (size bigint)`.execute(store.db);
    await sql`create function note_deletion() returns trigger language plpgsql as
      'begin insert into deletion select count(*) from removed; return null; end'`.execute(store.db);
    for (const table of ['turn', 'execution'])
      await sql`create trigger note after delete on ${sql.table(table)} referencing old table as removed
        for each statement execute function note_deletion()`.execute(store.db);
    expect(await remove(root)).toBe(true);
    const { rows } = await sql<{ most: number; all: number }>`
      select max(size)::integer as most, sum(size)::integer as all from deletion`.execute(store.db);
    expect(rows[0]).toEqual({ most: 1_000, all: 5_002 });
    await sql`drop function note_deletion cascade`.execute(store.db);
  });

  test('its thread takes a message while the lock is waited for -> nothing is removed', async () => {
    const { root, thread } = await withOldThread();
    const isRemoved = await changeBeforeWrite(store.db, thread, {
      work: () => remove(root),
      change: (trx) =>
        sql`insert into turn (conversation_id, turn_id, position, kind, status)
          select id, 'new', 9, 'message', 'queued' from conversation where workflow_id = ${thread.id}`.execute(
          trx,
        ),
    });
    expect(isRemoved).toBe(false);
    expect(await countConversations([root, thread])).toBe(2);
  });
});

async function remove(root: TestConversation): Promise<boolean> {
  const { conversations } = await rowsOf(store.db, root);
  return removeConversation(
    store.db,
    { runId: randomUUID(), taskQueue: 'threadline' },
    { id: conversations[0]!.id, days: 30, removeFiles: () => Promise.resolve() },
  );
}

async function withOldThread(): Promise<{ root: TestConversation; thread: TestConversation }> {
  const root = newConversation();
  const thread = { user: root.user, id: `${root.id}/thread` };
  await accept(store.db, root, ['t1']);
  await accept(store.db, { ...root, id: thread.id }, ['t1'], { channel: 'thread' });
  await sql`update turn set status = 'completed' where conversation_id in
    (select id from conversation where workflow_id in (${root.id}, ${thread.id}))`.execute(store.db);
  await sql`update conversation set thread_id = 'thread', anchor_seq = 1, depth = 1,
    parent_id = (select id from conversation where workflow_id = ${root.id})
    where workflow_id = ${thread.id}`.execute(store.db);
  await sql`update conversation set updated_at = now() - interval '90 days', last_message_at = now() - interval '90 days'
    where workflow_id in (${root.id}, ${thread.id})`.execute(store.db);
  return { root, thread };
}

async function countConversations(all: readonly TestConversation[]): Promise<number> {
  const counts = await Promise.all(all.map((one) => rowsOf(store.db, one)));
  return counts.flatMap(({ conversations }) => conversations).length;
}
