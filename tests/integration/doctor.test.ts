import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { checkPostgres } from '../../cli/doctor/check-postgres.js';
import { whyNoNotices } from '../../cli/system/check-notices.js';
import { withDatabase } from '../../cli/system/open-client.js';
import { startTcpProxy } from '../../packages/testing/chaos/tcp-proxy.js';
import { createTestDatabase } from '../../packages/testing/test-environment.js';
import { startFreezableProxy } from './fixtures/freezable-proxy.js';
import { startPooler } from './fixtures/start-pooler.js';

describe('checkPostgres', () => {
  test('an empty database -> only the missing migrations fail, because the other checks need tables', async () => {
    const { postgresUrl } = inject('environment');
    const { url, drop } = await createTestDatabase({ postgresUrl, templateDatabase: 'template1' });
    try {
      const checks = await checkPostgres(url, settings());
      expect(checks.map(({ name, status }) => `${name}: ${status}`)).toEqual([
        'Postgres: ok',
        'Migrations: fail',
      ]);
    } finally {
      await drop();
    }
  });

  test('THREADLINE_LISTEN_URL of a closed port, and of another database -> a warning with the remedy; of this one -> not', async () => {
    const database = await createTestDatabase(inject('environment'));
    const other = await createTestDatabase(inject('environment'));
    try {
      const closed = new URL(database.url);
      closed.port = '1';
      const found = [];
      for (const listenUrl of [undefined, database.url, closed.href, other.url]) {
        const checks = await checkPostgres(database.url, settings(listenUrl));
        found.push(checks.find(({ name }) => name === 'Notifications'));
      }
      expect(found.map((check) => check?.status)).toEqual(['ok', 'ok', 'warn', 'warn']);
      expect(found[2]?.found).toMatch(/127\.0\.0\.1:1.*ECONNREFUSED/);
      expect(found[3]?.found).toMatch(/no notification arrived at/);
      expect(found[3]?.remedy).toContain('THREADLINE_LISTEN_URL');
    } finally {
      await database.drop();
      await other.drop();
    }
  });
});

describe('checkPostgres of connections', () => {
  test('workers, listeners and other programs -> all counted; too few connections -> what to change; behind a pooler -> what is hidden', async () => {
    const database = await createTestDatabase(inject('environment'));
    const open = await Promise.all(
      ['threadline listener', 'threadline listener', 'threadline worker', 'other'].map((name) =>
        connectAs(name, database.url),
      ),
    );
    const pooler = await startPooler(database.url);
    try {
      await addWorkers(database.url, 3);
      const fitting = await connectionsOf(database.url);
      expect(fitting).toMatchObject({
        status: 'ok',
        found: expect.stringContaining('live workers: 3; gateways and clients that listen: 2'),
      });
      await addWorkers(database.url, 100);
      const { found, remedy, status } = (await connectionsOf(database.url))!;
      expect(status).toBe('warn');
      const [usable, needed, others] = /of (\d+) open; up to (\d+) .*connections: (\d+)/
        .exec(found)!
        .slice(1)
        .map(Number) as [number, number, number];
      expect(others).toBeGreaterThan(0);
      expect(needed).toBe(103 * 10 + 2 * 9 + 5 + others);
      const atMost = Math.floor((usable - 2 - 5 - others) / 105);
      expect(remedy).toMatch(
        new RegExp(`max_connections to at least \\d+, set .* to at most ${atMost}, or use a pooler`),
      );
      expect(await connectionsOf(pooler.url)).toMatchObject({
        status: 'ok',
        found: expect.stringContaining('through a pooler (live workers: 103; '),
        remedy: `The pooler hides its clients and its limits. Keep its pool size below ${usable}`,
      });
    } finally {
      pooler.close();
      for (const client of open) await client.end();
      await database.drop();
    }
  });
});

describe('whyNoNotices', () => {
  test('Postgres hangs after it listens -> no notification arrives', async () => {
    const { url, port, drop } = await createDatabase();
    const [listening, slow] = [await startFreezableProxy(port), await startTcpProxy(port)];
    try {
      slow.setMode('delay');
      const why = whyNoNotices(throughPort(url, slow.port), throughPort(url, listening.port));
      await expect.poll(() => listening.count('LISTEN')).toBeGreaterThan(0);
      listening.freeze();
      expect(await why).toMatch(/no notification arrived at/);
    } finally {
      listening.close();
      await slow.close();
      await drop();
    }
  });

  test('Postgres hangs once it is connected -> its address with the timeout', async () => {
    const { url, port, drop } = await createDatabase();
    const silent = await startTcpProxy(port);
    try {
      silent.setMode('delay');
      const why = whyNoNotices(url, throughPort(url, silent.port));
      await expect.poll(() => countChecks(url), { interval: 10 }).toBe(1);
      silent.setMode('silence');
      expect(await why).toMatch(new RegExp(`:${silent.port}/.*timeout`));
    } finally {
      await silent.close();
      await drop();
    }
  });

  test('a notification of another check -> does not count', async () => {
    const [{ url, drop }, other] = [await createDatabase(), await createDatabase()];
    try {
      let why: string | undefined | false = false;
      void whyNoNotices(url, other.url).then((reason) => (why = reason));
      await withDatabase(other.url, (db) =>
        expect.poll(async () => (await sql`notify threadline_check`.execute(db), why)).not.toBe(false),
      );
      expect(why).toMatch(/no notification arrived at/);
    } finally {
      await drop();
      await other.drop();
    }
  });
});

async function createDatabase() {
  const database = await createTestDatabase(inject('environment'));
  return { ...database, port: Number(new URL(database.url).port) };
}

async function connectAs(name: string, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  return client;
}

async function addWorkers(url: string, count: number): Promise<void> {
  await withDatabase(url, (db) =>
    sql`insert into worker (id, task_queue, name, tools, node_kinds, models)
      select gen_random_uuid(), 'busy', 'worker', '{}', '{}', '{}'
      from generate_series(1, ${count}::integer)`.execute(db),
  );
}

async function connectionsOf(url: string) {
  const checks = await checkPostgres(url, settings());
  return checks.find(({ name }) => name === 'Connections');
}

function throughPort(url: string, port: number): string {
  const through = new URL(url);
  through.port = String(port);
  return through.href;
}

function countChecks(url: string): Promise<number> {
  return withDatabase(url, async (db) => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'threadline check'`.execute(
      db,
    );
    return rows.length;
  });
}

function settings(listenUrl?: string) {
  return { taskQueue: 'none', databaseConnections: undefined, listenUrl };
}
