import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import type { Threadline } from '../../client/threadline.js';
import { HIDDEN_TABLES, READER_TABLES } from '../../store/roles/role-statements.js';
import { makeRoles } from '../../store/roles/make-roles.js';
import { openDatabase, type Database } from '../../store/database.js';
import { readBlocks, readSpans } from '../docs/documentation.js';
import { readScripts } from '../docs/read-commands.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const password = randomBytes(12).toString('hex');
const logins = { worker: `worker_${password.slice(0, 8)}`, reader: `reader_${password.slice(0, 8)}` };

let system: TestSystem;
let worker: Database;
let client: Threadline;
let users: [string, string];
beforeAll(async () => {
  const environment = inject('environment');
  system = await startTestSystem(environment, {
    databaseUser: async (db) => {
      await makeRoles(db);
      await makeRoles(db);
      for (const [role, login] of Object.entries(logins))
        await sql
          .raw(`create role ${login} login password '${password}' in role threadline_${role}`)
          .execute(db);
      return { user: logins.worker, password };
    },
  });
  worker = openDatabase({ url: urlFor(logins.worker) });
  client = await connect({
    temporal: { address: environment.temporalAddress },
    databaseUrl: urlFor(logins.worker),
    taskQueue: system.taskQueue,
  });
  users = [system.newUser('ada'), system.newUser('eve')];
  for (const user of users) {
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text(`An answer for ${user}`),
    );
    const conversation = client.conversation({ flow: 'assistant', user });
    await conversation.ask(`A question of ${user}`);
    expect((await conversation.history()).messages).toHaveLength(2);
  }
});
afterAll(async () => {
  await client?.close();
  await worker?.destroy();
  const { db } = system;
  for (const login of Object.values(logins)) await sql.raw(`drop role if exists ${login}`).execute(db);
  await system?.stop();
});

describe('makeRoles', () => {
  test('a role that owns nothing -> one sentence with the rights it needs', async () => {
    await expect(makeRoles(worker)).rejects.toThrow(
      /^The connection's role cannot set up roles \(.*\): connect as the owner of the tables with the attribute CREATEROLE/,
    );
  });
});

describe('makeRoles while another session reads a table', () => {
  test('all policies are right -> locks nothing', async () => {
    await whileReading('conversation', () => makeRoles(system.db));
  });

  test('a policy was changed -> workers continue, and the policy is restored after the reader ends', async () => {
    await sql`alter policy conversation_reader on conversation using (true)`.execute(system.db);
    let made: Promise<void> | undefined;
    await whileReading('conversation', async () => {
      made = makeRoles(system.db);
      await expect.poll(() => countWaiting()).toBe(1);
      await sql`select 1 from conversation`.execute(worker);
    });
    await made;
    await asReader(users[0], async (query) => {
      expect(await query('select user_id from conversation')).toEqual([{ user_id: users[0] }]);
    });
  }, 60_000);
});

describe('the worker', () => {
  test('a table of a later migration -> read and written', async () => {
    await sql`create table later (id integer)`.execute(system.db);
    try {
      await sql`insert into later values (1)`.execute(worker);
      expect((await sql`select id from later`.execute(worker)).rows).toEqual([{ id: 1 }]);
    } finally {
      await sql`drop table later`.execute(system.db);
    }
  });

  test('a turn with a tool, a history, an explanation -> done by a role that owns nothing', async () => {
    const [{ owner } = { owner: true }] = (
      await sql<{ owner: boolean }>`
        select rolsuper or rolcreatedb or rolbypassrls as owner from pg_roles where rolname = current_user`.execute(
        worker,
      )
    ).rows;
    expect(owner).toBe(false);
    const [call] = await client.executions.list({ user: users[0] });
    expect(await client.executions.explain(call!.executionId)).not.toHaveLength(0);
  });

  test.each([
    'create table mine (id integer)',
    'alter table turn add column mine integer',
    "update audit_entry set actor = 'nobody'",
    "insert into audit_entry (at, actor, via, action, target, outcome) values ('2020-01-01', 'x', 'worker', 'x', 'x', 'x')",
    'delete from threadline_migration',
    'alter table conversation disable row level security',
  ])('%s -> refused', async (statement) => {
    await expect(sql.raw(statement).execute(worker)).rejects.toThrow(/permission denied|must be owner/);
  });
});

describe('the reader', () => {
  test("for a user -> only that user's rows, in every table", async () => {
    await asReader(users[0], async (query) => {
      expect(await query('select user_id from conversation')).toEqual([{ user_id: users[0] }]);
      const texts = JSON.stringify(await query('select content from thread_message'));
      expect(texts).toContain(users[0]);
      for (const table of Object.keys(READER_TABLES)) {
        const rows = JSON.stringify(await query(`select * from ${table}`));
        expect(rows, table).not.toContain(users[1]);
      }
      expect(await query('select 1 from trace_message')).not.toEqual([]);
    });
  });

  test.each(['', 'nobody'])("of the user '%s' -> no rows", async (user) => {
    await asReader(user, async (query) => {
      for (const table of Object.keys(READER_TABLES).filter((name) => !name.startsWith('flow')))
        expect(await query(`select 1 from ${table}`), table).toEqual([]);
    });
  });

  test('writing, and tables without a user -> refused', async () => {
    await asReader(users[0], async (query) => {
      await expect(query("update turn set status = 'failed'")).rejects.toThrow(/permission denied/);
      for (const table of HIDDEN_TABLES)
        await expect(query(`select 1 from ${table}`), table).rejects.toThrow(/permission denied/);
    });
  });

  test('every existing table -> shown with a policy, or hidden by name', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname not like 'threadline_migration%'`.execute(
      system.db,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(READER_TABLES), ...HIDDEN_TABLES].sort(),
    );
  });
});

describe('the documentation', () => {
  test.each(['docs/security.md', 'cli/migrate/migrate-command.ts'])(
    '%s -> its statement chooses the user of the session',
    async (file) => {
      const [statement = ''] = /set \S*threadline\.user\S* = 'ada'/.exec(readFileSync(file, 'utf8')) ?? [];
      const connection = new pg.Client({ connectionString: urlFor(logins.reader) });
      await connection.connect();
      try {
        await connection.query(statement.replace('ada', users[0]));
        const { rows } = await connection.query('select distinct user_id from turn');
        expect(rows).toEqual([{ user_id: users[0] }]);
      } finally {
        await connection.end();
      }
    },
  );

  test('statements in all pages -> run by the owner', async () => {
    const blocks = readScripts(
      readBlocks('sh').map(({ code }) => code),
      [],
    );
    const ofPsql = blocks
      .flatMap(({ commands }) => commands)
      .filter(([program]) => program === 'psql')
      .map((words) => words[words.indexOf('-c') + 1] ?? '');
    const spans = readSpans(['create role', 'alter role', 'select', 'insert', 'set', 'grant']).map(
      ({ code }) => code,
    );
    const statements = [...new Set([...ofPsql, ...spans])].sort((a, b) => order(a) - order(b));
    expect(statements.length).toBeGreaterThanOrEqual(4);
    await expect(
      system.db.transaction().execute(async (transaction) => {
        for (const statement of statements) await sql.raw(statement).execute(transaction);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
  });
});

async function whileReading(table: string, work: () => Promise<void>): Promise<void> {
  const connection = new pg.Client({ connectionString: system.databaseUrl });
  await connection.connect();
  try {
    await connection.query(`begin; lock table ${table} in access share mode`);
    await work();
  } finally {
    await connection.end();
  }
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks
    where not granted and relation = 'conversation'::regclass`.execute(system.db);
  return rows[0]?.count ?? 0;
}

function order(statement: string): number {
  return statement.startsWith('create') ? 0 : 1;
}

function urlFor(login: string): string {
  const url = new URL(system.databaseUrl);
  url.username = login;
  url.password = password;
  return url.href;
}

async function asReader(
  user: string,
  use: (query: (statement: string) => Promise<unknown[]>) => Promise<void>,
): Promise<void> {
  const connection = new pg.Client({ connectionString: urlFor(logins.reader) });
  await connection.connect();
  try {
    await connection.query("select set_config('threadline.user', $1, false)", [user]);
    await use(async (statement) => (await connection.query<Record<string, unknown>>(statement)).rows);
  } finally {
    await connection.end();
  }
}
