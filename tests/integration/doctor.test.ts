import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { checkPostgres } from '../../cli/doctor/check-postgres.js';
import { whyNoNotices } from '../../cli/system/check-notices.js';
import { withDatabase } from '../../cli/system/open-client.js';
import { startTcpProxy } from '../../packages/testing/chaos/tcp-proxy.js';
import { createTestDatabase } from '../../packages/testing/test-environment.js';
import { startFreezableProxy } from './fixtures/freezable-proxy.js';

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
      expect(found[3]?.found).toMatch(/no notification arrives at/);
      expect(found[3]?.remedy).toContain('THREADLINE_LISTEN_URL');
    } finally {
      await database.drop();
      await other.drop();
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
      expect(await why).toMatch(/no notification arrives at/);
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
      expect(why).toMatch(/no notification arrives at/);
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
