import { ApplicationFailure } from '@temporalio/common';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toStoreFailure } from '../../../activities/to-store-failure.js';
import { openDatabase, type Database } from '../../../store/database.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('toStoreFailure', () => {
  test('a row that already exists -> a final conflict with table and constraint', async () => {
    const failure = await failureOf(sql`insert into flow (slug, current_version) values ('assistant', 1)`);
    expect(failure).toMatchObject({
      type: 'Transcript.Conflict',
      nonRetryable: true,
      message: "Row of 'flow' breaks 'flow_pkey'",
      details: [{ code: '23505', constraint: 'flow_pkey', table: 'flow' }],
    });
  });

  test.each([
    [
      'a broken rule',
      sql`update conversation set cleared_through = -1`,
      'conversation_cleared_through_check',
    ],
    [
      'a row without its parent',
      sql`insert into turn (conversation_id, position, turn_id, kind, status) values (-1, 1, 't', 'message', 'queued')`,
      'turn_conversation_id_fkey',
    ],
    ['a column without a value', sql`insert into flow (slug) values ('x')`, 'current_version'],
    ['T17: NUL in a text', sql`select ${'a\u0000b'}::text`, 'invalid byte sequence'],
    ['T17: NUL in JSON', sql`select ${'{"a":"\\u0000"}'}::jsonb`, 'unsupported Unicode escape sequence'],
    ['a number too large', sql`select 2147483648::integer`, 'out of range'],
    [
      'more columns than a row may have',
      sql`select ${sql.raw(Array(1_665).fill('1').join())}`,
      'at most 1664',
    ],
    [
      'more temporary files than configured',
      sql`set temp_file_limit = 64; set work_mem = 64; select count(*) from (
        select n from generate_series(1, 100000) n order by md5(n::text) limit 99999) sorted`,
      'temp_file_limit',
    ],
  ])('%s -> final, because the same statement would fail again', async (_name, statement, words) => {
    await sql`insert into conversation (workflow_id, flow_slug, user_id) values ('w', 'assistant', 'u')
      on conflict do nothing`.execute(store.db);
    const failure = await failureOf(statement);
    expect(failure).toMatchObject({ type: 'Transcript.Conflict', nonRetryable: true });
    expect(failure.message).toContain(words);
  });

  test.each([
    ['a server that shuts down', sql`select pg_terminate_backend(pg_backend_pid())`, '57P01'],
    ['a table of a migration to come', sql`select * from not_yet`, '42P01'],
    ['a statement that took too long', sql`set statement_timeout = 1; select pg_sleep(1)`, '57014'],
  ])('%s -> retried', async (_name, statement, code) => {
    const failure = await failureOf(statement);
    expect(failure).toMatchObject({ type: 'Store.Unavailable', nonRetryable: false, details: [{ code }] });
  });

  test('a statement that takes longer than its pool allows -> retried, and the pool continues', async () => {
    const db: Database = openDatabase({ url: store.url, maxConnections: 1, statementTimeoutMs: 50 });
    try {
      const error = await sql`select pg_sleep(60)`.execute(db).catch((reason: unknown) => reason);
      expect(toStoreFailure(error)).toMatchObject({
        type: 'Store.Unavailable',
        message: 'Postgres: canceling statement due to statement timeout',
        nonRetryable: false,
      });
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    } finally {
      await db.destroy();
    }
  });

  test('a deadlock -> retried', async () => {
    await sql`insert into flow (slug, current_version) values ('d1', 1), ('d2', 1)`.execute(store.db);
    const outcomes = await lockCrosswise('d1', 'd2');
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(toStoreFailure(lost[0]?.reason)).toMatchObject({
      type: 'Store.Unavailable',
      nonRetryable: false,
      details: [{ code: '40P01' }],
    });
  });

  test('a server that is unavailable -> retried', async () => {
    const away = openDatabase({ url: 'postgres://127.0.0.1:1/none' });
    const error = await sql`select 1`.execute(away).catch((reason: unknown) => reason);
    await away.destroy();
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    expect(toStoreFailure(error)).toMatchObject({ type: 'Store.Unavailable', nonRetryable: false });
  });
});

async function failureOf(statement: ReturnType<typeof sql>): Promise<ApplicationFailure> {
  const db: Database = openDatabase({ url: store.url, maxConnections: 1 });
  try {
    await statement.execute(db);
  } catch (error) {
    const failure = toStoreFailure(error);
    if (failure instanceof ApplicationFailure) return failure;
    throw failure;
  } finally {
    await db.destroy();
  }
  throw new Error('The statement succeeded');
}

async function lockCrosswise(one: string, other: string): Promise<PromiseSettledResult<void>[]> {
  const locked: (() => void)[] = [];
  const bothLocked = Promise.all(
    [one, other].map(() => new Promise<void>((resolve) => locked.push(resolve))),
  );
  const lock = (trx: Database, slug: string) =>
    trx.updateTable('flow').set({ current_version: 2 }).where('slug', '=', slug).execute();
  const lockBoth = (first: string, second: string) =>
    store.db.transaction().execute(async (trx) => {
      await lock(trx, first);
      locked.pop()?.();
      await bothLocked;
      await lock(trx, second);
    });
  return Promise.allSettled([lockBoth(one, other), lockBoth(other, one)]);
}
