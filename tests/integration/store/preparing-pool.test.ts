import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../../store/database.js';
import { UNPREPARED } from '../../../store/preparing-pool.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { startPooler } from '../fixtures/start-pooler.js';

const OFTEN = 3;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const opened: Database[] = [];
beforeAll(async () => {
  database = await createTestDatabase(inject('environment'));
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy();
});
afterAll(() => database?.drop());

describe('createPreparingPool', () => {
  test('a statement sent repeatedly -> is prepared once, under one name', async () => {
    const db = open();
    for (let time = 1; time <= 10; time += 1) expect(await add(db, time)).toBe(time + 1);
    expect(await listPrepared(db)).toEqual([expect.stringContaining('+ 1')]);
  });

  test('a rare statement, or one without values -> is not prepared', async () => {
    const db = open();
    for (let time = 1; time < OFTEN; time += 1) await add(db, time);
    for (let time = 1; time <= 10; time += 1) await sql`select 1; select 2`.execute(db);
    expect(await listPrepared(db)).toEqual([]);
  });

  test('a statement that ends with UNPREPARED -> is not prepared', async () => {
    const db = open();
    for (let time = 1; time <= 10; time += 1) await sql`select ${time}::integer ${UNPREPARED}`.execute(db);
    expect(await listPrepared(db)).toEqual([]);
  });

  test('behind a pooler, which reports its own process id -> nothing is prepared', async () => {
    const pooler = await startPooler(database.url);
    const db = open(pooler.url);
    for (let time = 1; time <= 10; time += 1) expect(await add(db, time)).toBe(time + 1);
    expect(await listPrepared(db)).toEqual([]);
    pooler.close();
  });

  test('a migration that changes what a prepared statement returns -> the statement runs, with the new columns', async () => {
    const db = open();
    await sql`create table probe (id integer)`.execute(db);
    await sql`insert into probe values (1)`.execute(db);
    const read = async () => (await sql`select * from probe where id = ${1}`.execute(db)).rows;
    for (let time = 1; time <= OFTEN; time += 1) expect(await read()).toEqual([{ id: 1 }]);
    await sql`alter table probe add column word text default 'new'`.execute(db);
    expect(await read()).toEqual([{ id: 1, word: 'new' }]);
    for (let time = 1; time <= OFTEN; time += 1) expect(await read()).toEqual([{ id: 1, word: 'new' }]);
  });

  test('the same within a transaction -> the transaction fails once and succeeds when it is retried', async () => {
    const db = open();
    await sql`create table kept (id integer)`.execute(db);
    const read = () =>
      db
        .transaction()
        .execute(async (trx) => (await sql`select * from kept where id > ${0}`.execute(trx)).rows);
    for (let time = 1; time <= OFTEN; time += 1) expect(await read()).toEqual([]);
    await sql`alter table kept add column word text`.execute(db);
    await expect(read()).rejects.toMatchObject({ code: '0A000' });
    for (let time = 1; time <= OFTEN; time += 1) expect(await read()).toEqual([]);
  });
});

function open(url = database.url): Database {
  const db = openDatabase({ url, maxConnections: 1 });
  opened.push(db);
  return db;
}

async function add(db: Database, value: number): Promise<number | undefined> {
  const { rows } = await sql<{ sum: number }>`select ${value}::integer + 1 as sum`.execute(db);
  return rows[0]?.sum;
}

async function listPrepared(db: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}
