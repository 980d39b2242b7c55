import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEFAULT_TIMING, type ActivityTiming } from '../../../activities/dependencies.js';
import { createRetentionActivities } from '../../../activities/retention/remove-expired.js';
import { runActivity } from '../../../packages/lab/bench/turn/run-activity.js';
import type { NewFile } from '../../../protocol/file-facts.js';
import { storeCheckedUploads, storeUploads } from '../../../store/uploads/store-upload.js';
import { FLOW, newConversation, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('storeUploads', () => {
  test('a small file with a long text -> counts the bytes of the text', async () => {
    const { user } = newConversation();
    const pdf = { ...newFile('pdf', 600), extracted: 'é'.repeat(4_000) };
    expect(await add(user, [pdf], 8_000)).toBeUndefined();
    expect(await add(user, [newFile('next', 1)], 8_000 + 4_095)).toEqual({ used: 8_000, most: 12_095 });
    expect(await add(user, [newFile('next', 1)], 8_000 + 4_096)).toBeUndefined();
  });

  test('a stored PDF whose text was only read when it was sent again -> counts the text, too', async () => {
    const { user } = newConversation();
    const pdf = newFile('unread', 600);
    expect(await add(user, [pdf], 8_000)).toBeUndefined();
    const read = { ...pdf, extracted: 'a'.repeat(8_001) };
    expect(await add(user, [read], 8_000)).toEqual({ used: 4_096, most: 8_000 });
    expect(await add(user, [read], 8_001)).toBeUndefined();
    expect(await add(user, [read], 8_001)).toBeUndefined();
  });

  test('many at once, from uploads and messages -> only those that fit', async () => {
    const { user } = newConversation();
    const limit = 5 * 4_096;
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        index % 2 === 0
          ? add(user, [newFile(`upload ${index}`, 9)], limit)
          : store.db.transaction().execute((trx) =>
              storeCheckedUploads(trx, {
                user,
                uploads: [newFile(`message ${index}`, 9)],
                maxStoredBytes: limit,
              }),
            ),
      ),
    );
    const stored = results.filter(
      (result) => result.status === 'fulfilled' && result.value === undefined,
    ).length;
    expect([stored, (await hashesOf(user)).length]).toEqual([5, 5]);
  });

  test('a user at the limit -> files that no message had for an hour make room, of this user alone', async () => {
    const [{ user }, other] = [newConversation(), newConversation()];
    const limit = 3 * 4_096;
    const [old, young, used] = [newFile('old', 9), newFile('young', 9), newFile('used', 9)];
    await add(user, [old, young, used], limit);
    await add(other.user, [old], limit);
    await store.db
      .insertInto('execution')
      .values({
        workflow_id: `execution/${FLOW}/${user}`,
        flow_slug: FLOW,
        flow_version: 1,
        status: 'completed',
        user_id: user,
        attachments: JSON.stringify([{ hash: used.hash }]),
      })
      .execute();
    await age([old, used], 61);
    await age([young], 59);
    expect(await add(user, [newFile('new', 9)], limit)).toBeUndefined();
    expect(await hashesOf(user)).toEqual([young, used, newFile('new', 9)].map(({ hash }) => hash).toSorted());
    expect(await hashesOf(other.user)).toEqual([old.hash]);
    expect(await add(user, [newFile('newer', 9)], limit)).toEqual({ used: limit, most: limit });
  });
});

describe('the retention Activity', () => {
  test('a worker that has run for an hour -> removes files, texts, keys and audit entries that are old', async () => {
    const { user } = newConversation();
    const [old, young] = [newFile('swept', 9), newFile('kept', 9)];
    await add(user, [old, young], 1_000_000);
    await age([old], 25 * 60);
    await addOldRows(user);
    await sweep({ sweepAfterMs: 0 });
    expect(await hashesOf(user)).toEqual([young.hash]);
    expect(await countOldRows(user)).toEqual({ texts: 0, keys: 0, entries: 0 });
  });

  test('a worker starts after an outage of two days -> keeps what waiting messages refer to', async () => {
    const { user } = newConversation();
    const file = newFile('waiting', 9);
    await add(user, [file], 1_000_000);
    await age([file], 48 * 60);
    await addOldRows(user);
    await sweep({});
    expect(await hashesOf(user)).toEqual([file.hash]);
    expect(await countOldRows(user)).toEqual({ texts: 1, keys: 0, entries: 0 });
  });
});

async function sweep(timing: Partial<ActivityTiming>): Promise<void> {
  const activities = createRetentionActivities({
    db: store.db,
    timing: { ...DEFAULT_TIMING, ...timing },
    deleteWorkflows: () => Promise.resolve({ hasWork: false }),
  });
  await runActivity('retention/test', activities.sweep, undefined);
}

async function addOldRows(user: string): Promise<void> {
  await sql`insert into stored_text (workflow_id, content, created_at) values (${user}, 'text', now() - interval '25 hours')`.execute(
    store.db,
  );
  await sql`insert into request_key (user_id, key, request_hash, created_at)
    values (${user}, 'key', 'hash', now() - interval '31 days')`.execute(store.db);
  await sql`insert into audit_entry (at, actor, via, action, target, outcome)
    values (now() - interval '401 days', ${user}, 'client', 'merge', 'x', 'done')`.execute(store.db);
}

async function countOldRows(user: string): Promise<{ texts: number; keys: number; entries: number }> {
  const { rows } = await sql<{ texts: number; keys: number; entries: number }>`
    select (select count(*)::integer from stored_text where workflow_id = ${user}) as texts,
      (select count(*)::integer from request_key where user_id = ${user}) as keys,
      (select count(*)::integer from audit_entry where actor = ${user}) as entries`.execute(store.db);
  return rows[0]!;
}

function newFile(name: string, bytes: number): NewFile {
  return {
    hash: createHash('sha256').update(name).digest('hex'),
    kind: 'other',
    mediaType: 'application/octet-stream',
    bytes,
    width: null,
    height: null,
    content: Buffer.from(name),
    extracted: null,
    problem: null,
  };
}

function add(user: string, files: readonly NewFile[], limit: number) {
  return store.db.transaction().execute((trx) => storeUploads(trx, files, { user, limit }));
}

async function age(files: readonly NewFile[], minutes: number): Promise<void> {
  await store.db
    .updateTable('upload')
    .set({ used_at: new Date(Date.now() - minutes * 60_000) })
    .where(
      'hash',
      'in',
      files.map(({ hash }) => hash),
    )
    .execute();
}

async function hashesOf(user: string): Promise<string[]> {
  const rows = await store.db.selectFrom('upload').select('hash').where('user_id', '=', user).execute();
  return rows.map(({ hash }) => hash).toSorted();
}
